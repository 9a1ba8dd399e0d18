"""What a fork server has loaded before the first call."""
import os
import site
import sys

import rstar2_cell as cell
from rstar2_child import reseed


def as_site_does(settings):
    """The module search path and the names that interactive use expects. The module `site`, which would do this and
    import whatever the packages of the machine ask it to, is not run: every megabyte is paid for by every fork."""
    asked = os.environ.get('PYTHONPATH', '')
    # Without our own folder: programs import nothing from it.
    sys.path[:] = [path for path in asked.split(':') if path] + settings['path']
    sys.prefix, sys.exec_prefix = settings['prefix']
    site.setquit()
    site.setcopyright()
    site.sethelper()


def preload(names):
    loaded = []
    for name in names:
        try:
            __import__(name)
            loaded.append(name)
        except ImportError:
            pass
    return loaded


# A first, typical use of a library: what it then loads and adapts, no program has to.
FIRST_USE = {
    'numpy': 'import numpy\nstr(numpy.linalg.solve(numpy.eye(2), numpy.ones(2)) @ numpy.arange(2) + numpy.mean([1.5]))',
    'sympy': """
import sympy
x, y = sympy.symbols('x y')
str(sympy.solve(x ** 2 - 3 * x + 2) + [sympy.Integer(3) ** 2, sympy.Rational(1, 3), sympy.sqrt(8), sympy.pi.evalf()])
str(sympy.simplify((x ** 2 - 1) / (x - 1)) + sympy.expand((x + y) ** 2) + sympy.diff(x ** 3, x))
str(sympy.factor(x ** 2 - 1))
str([sympy.factorint(60), sympy.gcd(12, 18), sympy.isprime(97), sympy.Matrix([[1, 2], [3, 4]]).det(), x.subs(x, 2)])
""",
}


def warm_up(loaded):
    """Walks the path of a call in the server, so that what the interpreter adapts at first use is shared by all."""
    cell.warm_up([FIRST_USE[name] for name in loaded if name in FIRST_USE])
    for _ in range(8):
        reseed(0)
