"""How the peers import a Maildir: notmuch, mu and public-inbox, each as its own manual says."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from measuring import Cost, cost_of

Import = Callable[[Path, Path], Cost]
"""Given a Maildir and a folder to make; tells what it cost."""

# Its Perl modules write git and index as its watcher does; there is no command that takes a folder of mails.
_PUBLIC_INBOX = """
use strict; use warnings; use PublicInbox::InboxWritable;
my ($maildir, $folder) = @ARGV;
my %settings = (inboxdir => $folder, name => 'bench', version => 2, indexlevel => 'full');
my $inbox = PublicInbox::InboxWritable->new({ %settings, -primary_address => 'bench@example.org' }, { nproc => 1 });
$inbox->init_inbox(0);
$inbox->import_maildir($maildir);
"""


def installed_peers() -> Mapping[str, Import]:
    """The peers that this machine has, by name."""
    peers: dict[str, tuple[str, Import]] = {
        "notmuch": ("notmuch", _notmuch),
        "mu": ("mu", _mu),
        "public-inbox": ("public-inbox-index", _public_inbox),
    }
    return {name: run for name, (program, run) in peers.items() if shutil.which(program)}


def _notmuch(maildir: Path, folder: Path) -> Cost:
    folder.mkdir()
    config = folder / "config"
    paths = f"path={folder}\nmail_root={maildir}\n"
    config.write_text(f"[database]\n{paths}[user]\nname=a\nprimary_email=a@example.org\n[new]\ntags=\n")
    return cost_of(["notmuch", "new", "--quiet", "--no-hooks"], {"NOTMUCH_CONFIG": str(config)})


def _mu(maildir: Path, folder: Path) -> Cost:
    made = cost_of(["mu", "init", "--quiet", "--muhome", str(folder), "--maildir", str(maildir)])
    return made + cost_of(["mu", "index", "--quiet", "--muhome", str(folder)])


def _public_inbox(maildir: Path, folder: Path) -> Cost:
    return cost_of(["perl", "-e", _PUBLIC_INBOX, str(maildir), str(folder)])
