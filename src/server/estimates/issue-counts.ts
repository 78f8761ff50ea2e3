import { isJsonObject } from '#base/json.ts'
import type { Wanted } from './changed-rows.ts'

/**
 * How many lines of a version lack something, and what, after some of its lines changed.
 * @param changed what each of the lines lacked before and lacks now
 */
export function issueCounts(
  { issue_count, issues }: Readonly<Record<string, unknown>>,
  changed: readonly (readonly [before: readonly string[], after: readonly string[]])[],
): Wanted {
  const counts = new Map(
    Object.entries(isJsonObject(issues) ? issues : {}).map(([code, count]) => [code, Number(count)]),
  )
  let lines = Number(issue_count ?? 0)
  for (const [before, after] of changed) {
    lines += Number(after.length > 0) - Number(before.length > 0)
    for (const code of before) counts.set(code, (counts.get(code) ?? 0) - 1)
    for (const code of after) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return {
    issue_count: lines,
    issues: Object.fromEntries([...counts].filter(([, count]) => count > 0)),
  }
}
