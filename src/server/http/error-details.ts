import type { z } from 'zod'
import { invalid, type AppError, type ErrorDetail } from '#base/app-error.ts'

/** 422 with every problem zod found; paths are dotted and begin with `prefix`. A refused key is named by its own path. */
export const invalidInput = (error: z.ZodError, prefix = ''): AppError => invalid(inputDetails(error, prefix))

/** The problems zod found, as details of a 422. */
export const inputDetails = (error: z.ZodError, prefix = ''): ErrorDetail[] =>
  error.issues.flatMap((issue) => detailsOf(issue, prefix))

function detailsOf(issue: z.core.$ZodIssue, prefix: string): ErrorDetail[] {
  const path = join(prefix, issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: join(path, [key]),
      code: 'unknown_key',
      message: 'This key is not known here.',
    }))
  if (issue.code === 'invalid_union') {
    const branch = closest(issue.errors)
    if (branch) return branch.flatMap((inner) => detailsOf(inner, path))
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element')
    return issue.issues.flatMap((inner) => detailsOf(inner, path))
  const missing =
    issue.code === 'invalid_type' && issue.input === undefined && issue.message.endsWith(' undefined')
  return [
    { path, code: missing ? 'required' : issue.code, message: missing ? 'This is missing.' : issue.message },
  ]
}

// Of several shapes a value could have had, the one it comes nearest to: whose first problem lies deepest, then the one with the
// fewest. A key too many lies where it stands.
function closest(branches: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] | undefined {
  const depth = (issues: readonly z.core.$ZodIssue[]): number =>
    Math.max(...issues.map(({ path, code }) => path.length + (code === 'unrecognized_keys' ? 1 : 0)))
  const deepest = branches
    .filter((issues) => issues.length > 0)
    .toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)
  return deepest[0]?.some((issue) => issue.path.length > 0 || issue.code === 'unrecognized_keys')
    ? deepest[0]
    : undefined
}

function join(prefix: string, path: readonly PropertyKey[]): string {
  return [prefix, ...path.map(String)].filter((part) => part !== '').join('.')
}
