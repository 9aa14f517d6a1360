"""A result filter as SQL: for measurements (m) and changes (c) of a message (p), and for messages that hold them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from archive.filters import HAS, OF_CHANGES, OF_MACHINES, OF_MAILS, Condition, ResultFilter
from archive.model import UserError
from archive.store import clauses
from archive.store.clauses import Clause, all_of, any_of, unless, within
from archive.store.columns import to_json

_CLAIM_KNOWS: Final = frozenset(("suite", "test", "kernel"))
_COMMENT_KNOWS: Final = frozenset(("test",))
_RELATIVE_KNOWS: Final = frozenset(("suite", "test", "metric", "kernel"))
# Values and changes are asked for as they are printed: a value exactly, a change within a twentieth of a per cent.
_DELTA_ROUNDING: Final = 0.0005


def of_measurements(wanted: ResultFilter) -> Clause:
    """What a counted measurement m of message p must fulfil; delta and dir are of a change whose new side it is."""
    own = [condition for condition in wanted.conditions if condition.field not in OF_CHANGES]
    changed = [condition for condition in wanted.conditions if condition.field in OF_CHANGES]
    together = [condition for condition in changed if not condition.negated]
    apart = [unless(_changed([condition])) for condition in changed if condition.negated]
    return all_of([*_each(own, _measurement), *([_changed(together)] if together else []), *apart])


def of_changes(wanted: ResultFilter) -> Clause:
    """What a counted change c of message p must fulfil; a kernel or a value fits where either side's does."""
    if len(wanted.conditions) == 1:
        return all_of(_each(wanted.conditions, _change))
    # Direction and size have indexes for when they are asked for alone; beside other conditions those draw the planner
    # away from the one that narrows, which a + prevents.
    return all_of(_each(wanted.conditions, _change_among_others))


def of_messages(wanted: ResultFilter) -> Clause:
    """What a message p must fulfil: itself what is said of mails, one of its rows or remarks all the rest."""
    mails = [condition for condition in wanted.conditions if condition.field in OF_MAILS]
    rows = [condition for condition in wanted.conditions if condition.field not in OF_MAILS]
    together = tuple(condition for condition in rows if not condition.negated)
    apart = [unless(_holding((_positive(condition),))) for condition in rows if condition.negated]
    return all_of([*_each(mails, _mail), *([_holding(together)] if together else []), *apart])


def _each(conditions: Iterable[Condition], clause_of: Callable[[Condition], Clause]) -> list[Clause]:
    return [unless(clause_of(condition)) if condition.negated else clause_of(condition) for condition in conditions]


def _positive(condition: Condition) -> Condition:
    return Condition(condition.field, condition.values, condition.low, condition.high)


def _measurement(condition: Condition) -> Clause:
    match condition.field:
        case "suite" | "test" | "metric" | "role":
            return _yardstick("m.yardstick", condition)
        case "kernel":
            variant = clauses.name("m.variant", _labels(condition))
            return any_of(
                [within("m.kernel", "kernel", clauses.kernel(condition)), *([variant] if variant.values else [])]
            )
        case "value":
            return clauses.numbers(("m.value",), condition, rounding=0)
        case "runs":
            return clauses.numbers(("m.runs",), condition)
        case "author":
            people = clauses.author(condition.values)
            return any_of(within(column, "author", people) for column in ("m.author", "m.posted_by"))
    return _machine(["m.hardware"], "m.parameters", condition) if condition.field in OF_MACHINES else _mail(condition)


def _change(condition: Condition) -> Clause:
    match condition.field:
        case "suite" | "test" | "metric" | "role":
            return _yardstick("c.yardstick", condition)
        case "kernel":
            fitting = clauses.kernel(condition)
            return any_of(within(column, "kernel", fitting) for column in ("c.old_kernel", "c.new_kernel"))
        case "value":
            return clauses.numbers(("c.old_value", "c.new_value"), condition, rounding=0)
        case "runs":
            return clauses.numbers(("c.runs",), condition)
        case "delta" | "dir":
            return _difference(condition)
        case "author":
            people = clauses.author(condition.values)
            poster = replace(within("p.author", "author", people), of_mail=True)
            return any_of((within("c.author", "author", people), poster))
    return _machine(["c.hardware"], "c.parameters", condition) if condition.field in OF_MACHINES else _mail(condition)


def _change_among_others(condition: Condition) -> Clause:
    return _difference(condition, "+c.") if condition.field in OF_CHANGES else _change(condition)


def _difference(condition: Condition, change: str = "c.") -> Clause:
    if condition.field == "delta":
        return clauses.numbers((f"{change}delta",), condition, rounding=_DELTA_ROUNDING)
    return any_of(Clause(f"{change}verdict = ?", (value.lower(),)) for value in condition.values)


def _changed(conditions: Sequence[Condition]) -> Clause:
    fitting = all_of(_difference(_positive(condition)) for condition in conditions)
    newer = f"""EXISTS (SELECT 1 FROM change_run CROSS JOIN change AS c ON c.id = change_run.change
        WHERE change_run.measurement = m.id AND change_run.side = 1 AND c.counted = 1 AND {fitting.sql})"""
    return Clause(newer, fitting.values)


def _yardstick(column: str, condition: Condition) -> Clause:
    return within(column, "yardstick", clauses.name(condition.field, condition.values))


def _labels(condition: Condition) -> list[str]:
    return [value for value in condition.values if not value[:1].isdigit()]


def _machine(columns: Sequence[str], parameters: str, condition: Condition) -> Clause:
    fitting = [within(column, "hardware", clauses.machine(condition)) for column in columns]
    if condition.field == "fs":
        # A file system is often a column of the table, and then a parameter.
        fitting.append(clauses.name(f"json_extract({parameters}, '$.filesystem')", condition.values))
    return any_of(fitting)


def _mail(condition: Condition) -> Clause:
    return replace(_of_mail(condition), of_mail=True)


def _of_mail(condition: Condition) -> Clause:
    match condition.field:
        case "author":
            return within("p.author", "author", clauses.author(condition.values))
        case "date":
            return clauses.dates("p.posted", condition)
        case "has":
            return any_of(_having(value.lower()) for value in condition.values)
    return Clause(_AMONG[condition.field], (to_json(list(condition.values)),))


def _having(what: str) -> Clause:
    if what not in _HAS:
        message = f"has: wants {', '.join(HAS)}, not {what}"
        raise UserError(message)
    return Clause(_HAS[what])


def _holding(conditions: Sequence[Condition]) -> Clause:
    fields = {condition.field for condition in conditions}
    changed = of_changes(ResultFilter(tuple(conditions)))
    holders = [Clause(f"SELECT c.message FROM change AS c WHERE c.counted = 1 AND {changed.sql}", changed.values)]
    if not fields & OF_CHANGES:
        row = of_measurements(ResultFilter(tuple(conditions)))
        holders.append(Clause(f"SELECT m.message FROM measurement AS m WHERE m.counted = 1 AND {row.sql}", row.values))
    if fields <= _RELATIVE_KNOWS:
        row = all_of(_relative(condition) for condition in conditions)
        holders.append(Clause(f"SELECT r.message FROM relative_result AS r WHERE {row.sql}", row.values))
    if fields <= _CLAIM_KNOWS:
        said = all_of(_claim(condition) for condition in conditions)
        holders.append(Clause(f"SELECT s.message FROM claim AS s WHERE {said.sql}", said.values))
    if fields <= _COMMENT_KNOWS:
        said = all_of(_named_in("s.tests", condition) for condition in conditions)
        holders.append(Clause(f"SELECT s.message FROM comment AS s WHERE {said.sql}", said.values))
    return any_of(Clause(f"p.id IN ({holder.sql})", holder.values) for holder in holders)


def _relative(condition: Condition) -> Clause:
    if condition.field != "kernel":
        return _yardstick("r.yardstick", condition)
    return any_of(within(column, "kernel", clauses.kernel(condition)) for column in ("r.kernel", "r.baseline"))


def _claim(condition: Condition) -> Clause:
    if condition.field == "suite":
        return clauses.name("s.suite", condition.values)
    if condition.field == "test":
        return _named_in("s.tests", condition)
    fitting = clauses.kernel(condition)
    return any_of(within(column, "kernel", fitting) for column in ("s.faster", "s.slower"))


def _named_in(column: str, condition: Condition) -> Clause:
    named = clauses.name("value", condition.values)
    return Clause(f"EXISTS (SELECT 1 FROM json_each({column}) WHERE {named.sql})", named.values)


_AMONG: Final = {
    "list": """EXISTS (SELECT 1 FROM list_member WHERE list_member.message = p.id AND list_member.list IN
        (SELECT id FROM mail_list WHERE name IN (SELECT value FROM json_each(?))))""",
    "message": "p.id IN (SELECT message FROM mail_id WHERE text IN (SELECT value FROM json_each(?)))",
    # An id that a thread once had is looked up where it leads to now; then the id of any mail stands for its thread.
    "thread": """p.id IN (SELECT member.message FROM json_each(?) AS asked
        CROSS JOIN mail_id ON mail_id.text = asked.value LEFT JOIN thread_alias ON thread_alias.mail_id = mail_id.id
        JOIN mail_id AS held ON held.id = coalesce(thread_alias.member, mail_id.id)
        JOIN mail_id AS same ON same.id = held.id OR same.message = held.message
        JOIN thread_node AS there ON there.mail_id = same.id
        JOIN thread_node AS all_there ON all_there.thread = there.thread
        JOIN mail_id AS member ON member.id = all_there.mail_id WHERE member.message IS NOT NULL)""",
}
_HAS: Final = {
    "table": "EXISTS (SELECT 1 FROM result_table t WHERE t.message = p.id AND t.kind = 'result' AND t.counted = 1)",
    "profile": "EXISTS (SELECT 1 FROM result_table t WHERE t.message = p.id AND t.kind = 'profile' AND t.counted = 1)",
    "claim": "EXISTS (SELECT 1 FROM claim AS s WHERE s.message = p.id)",
    # Made in it, or made on what stands in it.
    "comment": """p.id IN (SELECT message FROM comment
        UNION SELECT m.message FROM comment_target AS t JOIN measurement AS m ON m.name = t.target
        UNION SELECT s.message FROM comment_target AS t JOIN claim AS s ON s.name = t.target
        UNION SELECT post.message FROM comment_target AS t JOIN mail_id AS post ON post.text = t.target
            WHERE t.kind = 'post')""",
    "relative": "EXISTS (SELECT 1 FROM relative_result AS r WHERE r.message = p.id)",
    "condition": "EXISTS (SELECT 1 FROM circumstance AS s WHERE s.message = p.id AND s.kind = 'condition')",
    "run": "p.id IN (SELECT mail_id.message FROM run JOIN mail_id ON mail_id.id = run.mail_id)",
}
