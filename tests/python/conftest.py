"""What the tests of the Python module share."""

import os
import subprocess

import pytest

import rebond

SOURCE = os.environ["REBOND_SOURCE_DIR"]
PROGRAM = os.environ["REBOND_PROGRAM"]


@pytest.fixture
def example():
    """The path of an example's scene by the beginning of its name."""
    def path(name):
        folder = os.path.join(SOURCE, "examples")
        found = next(one for one in sorted(os.listdir(folder)) if one.startswith(name))
        return os.path.join(folder, found, "scene.toml")
    return path


@pytest.fixture
def command():
    """Runs the program; its standard output, standard error and exit code."""
    def run(*arguments):
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
        return done.stdout, done.stderr, done.returncode
    return run


@pytest.fixture
def bar():
    """The dropped bar, short and coarse."""
    scene = rebond.Scene.new("bar")
    scene.model.segments = 4
    scene.run.duration = 0.005
    return scene


class Ball(rebond.Model):
    """A point mass that falls: q is its height."""

    dofs = 1
    m, g = 2.0, 10.0

    def mass(self, q):
        return [[self.m]]

    def force(self, t, q, v):
        return [-self.m * self.g]

    def energy(self, q, v):
        return 0.5 * self.m * v[0] ** 2, self.m * self.g * q[0]


@pytest.fixture
def ball():
    return Ball()


@pytest.fixture
def drop(ball):
    """The ball dropped from 5 m: it touches at 1 s with 10 m/s."""
    def problem(restitution=0.5, duration=2.5, model=ball, **options):
        contact = rebond.Contact(gap=lambda t, q: q[0], law=rebond.Newton(restitution))
        return rebond.Problem(model, [5.0], [0.0], duration, contacts=[contact], **options)
    return problem
