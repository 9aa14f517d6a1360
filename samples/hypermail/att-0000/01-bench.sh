#!/bin/sh
# Runs each test five times and keeps what it prints. The partition is made anew: everything on it is lost.

DEV=/dev/hda3
LOG=/root/results-`uname -r`.txt

mke2fs $DEV
mount $DEV /bench
cd /bench
cp ~/src/dbench/dbench ~/src/dbench/client.txt .

for test in "hdparm -T $DEV" "hdparm -t $DEV" "./dbench 1" "./dbench 5" "./dbench 10"; do
	for run in 1 2 3 4 5; do
		rm -rf CLIENTS
		sync
		sleep 10
		echo "== $test, run $run" >> $LOG
		$test >> $LOG 2>&1
	done
done

cd /
umount $DEV
