// vitest's JSON report, in which what caused a failure stands behind it: vitest itself notes the outermost error alone.
import { JsonReporter } from 'vitest/node';

/** More than that says no more. */
const MOST_CAUSES = 5;

const withCauses = (error, left = MOST_CAUSES) => {
  const own = error?.stack || error?.message || String(error);
  return error?.cause && left > 0 ? `${own}\nCaused by: ${withCauses(error.cause, left - 1)}` : own;
};

export default class extends JsonReporter {
  onTestRunEnd(modules) {
    for (const test of modules.flatMap((module) => [...module.children.allTests('failed')]))
      for (const error of test.result().errors) error.stack = withCauses(error);
    return super.onTestRunEnd(modules);
  }
}
