"""What we know of each benchmark, one file a suite; every file here that has a SUITE is one, there is no list
to edit.
"""

import importlib
import pkgutil
from functools import cache

from suites.base import Suite


@cache
def all_suites() -> tuple[Suite, ...]:
    """Every suite of this package, by name."""
    modules = [importlib.import_module(f"suites.{module.name}") for module in pkgutil.iter_modules(__path__)]
    found = [module.SUITE for module in modules if hasattr(module, "SUITE")]
    return tuple(sorted(found, key=lambda suite: suite.name))


def suite_named(name: str) -> Suite | None:
    """The suite of that canonical name or alias, or None."""
    wanted = name.lower()
    return next((suite for suite in all_suites() if wanted == suite.name or wanted in suite.aliases), None)
