"""Runs tests one by one and counts them."""
import sys

from rstar2_checks import is_skip
from rstar2_transcript import Lost, Pending, describe


class Report:
    def __init__(self, transcript, test):
        self.transcript = transcript
        self.test = test
        self.passed = 0
        self.failed = []
        self.undecided = []
        self.alone = []  # those that failed before anything of the solution was used

    def attempt(self, name, run):
        """Runs statements or a function as one test."""
        self.test.start()
        depth = self.transcript.enter()
        reason = None
        try:
            result = run()
            if hasattr(result, "__await__"):
                import asyncio
                async def wait():
                    await result
                asyncio.run(wait())
        except BaseException as error:
            if is_skip(error):
                self.transcript.leave(depth, False)
                return
            self.test.examine(error)
            reason = describe(error)
        reason = self.test.lost or reason
        self.transcript.leave(depth, reason is not None)
        if reason is None and self.test.undecided:
            self.undecided.append(name + ": " + self.test.undecided)
        elif reason is None:
            self.passed += 1
        else:
            self.fail(name, reason, self.transcript.uses == 0)

    def fail(self, name, reason, is_alone):
        self.failed.append((name + ": " + reason)[:300])
        if is_alone:
            self.alone.append(self.failed[-1])

    def attempt_suite(self, suite):
        result = result_of(self.transcript, self.test)
        self.test.start()
        depth = self.transcript.enter()
        try:
            suite.run(result)
        except (Lost, Pending) as error:
            self.failed.append((suite_name(suite) + ": " + str(error))[:300])
            return
        finally:
            self.transcript.leave(depth, result.testsRun == 0)
        if result.unready is not None:
            self.failed.append((suite_name(suite) + ": " + result.unready)[:300])
            return
        wrong = {}
        for case, trace in result.failures + result.errors + [(each, "passes") for each in result.unexpectedSuccesses]:
            case = getattr(case, "test_case", case)
            wrong.setdefault(case.id(), (hasattr(case, "_testMethodName"), trace.strip().split("\n")[-1]))
        for name, reason in result.lost.items():
            wrong[name] = (True, reason)
        if result.lost_at_end is not None:
            wrong["tearDownClass"] = (False, result.lost_at_end)
        for name, (_, line) in wrong.items():
            self.fail(name, line, name in result.alone)
        undecided = {name: reason for name, reason in result.undecided.items() if name not in wrong}
        self.undecided.extend(name + ": " + reason for name, reason in undecided.items())
        self.passed += result.testsRun - len(undecided) - len(result.skipped) - sum(ran for ran, _ in wrong.values())


def suite_name(suite):
    return next((type(case).__name__ for case in suite), "tests")


def result_of(transcript, test):
    from unittest import TestResult

    class Result(TestResult):
        def __init__(self):
            super().__init__()
            self.lost = {}
            self.undecided = {}
            self.alone = set()
            self.unready = None  # why the class could not be set up

        @property
        def lost_at_end(self):
            return test.lost if self.testsRun else None

        def startTest(self, case):
            if self.testsRun == 0:
                self.unready = test.lost
            method = getattr(case, case._testMethodName, None)
            expects_failure = any(getattr(each, "__unittest_expecting_failure__", False) for each in (case, method))
            test.start(expects_failure)
            self.before = len(self.failures) + len(self.errors)
            self.depth = transcript.enter()
            super().startTest(case)

        def addError(self, case, error):
            test.examine(error[1])
            super().addError(case, error)

        def stopTest(self, case):
            has_failed = test.lost is not None or len(self.failures) + len(self.errors) > self.before
            transcript.leave(self.depth, has_failed)
            if test.lost:
                self.lost[case.id()] = test.lost
            elif test.undecided and case not in (skipped for skipped, _ in self.skipped):
                self.undecided[case.id()] = test.undecided
            if has_failed and transcript.uses == 0:
                self.alone.add(case.id())
            test.start()
            super().stopTest(case)

    return Result()
