import type { z } from 'zod'
import { invalid, type AppError, type ErrorDetail } from '#base/app-error.ts'
import { saying, type Message } from '#base/saying.ts'

/** 422 with every problem zod found; paths are dotted and begin with `prefix`. A refused key is named by its own path. */
export const invalidInput = (error: z.ZodError, prefix = ''): AppError => invalid(inputDetails(error, prefix))

/** The problems zod found, as details of a 422. */
export function inputDetails(error: z.ZodError, prefix = ''): ErrorDetail[] {
  const details = error.issues.flatMap((issue) => detailsOf(issue, prefix))
  // How something that is not there would have to look is said when it is there.
  const missing = new Set(details.filter(({ message }) => message === missingText).map(({ path }) => path))
  return details.filter(({ path, message }) => message === missingText || !missing.has(path))
}

const missingText = 'This is missing.'

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
  return missing
    ? [{ path, code: 'required', ...saying(missingText) }]
    : [{ path, code: issue.code, ...wordsOf(issue) }]
}

const writtenByZod = /^(?:Too small|Too big|Invalid string): /

/** What is wrong, for people: what a contract says itself stays, zod's own words speak of types and patterns. */
function wordsOf(issue: z.core.$ZodIssue): Message {
  const { code, message } = issue
  if (!writtenByZod.test(message)) return { message }
  if (code === 'invalid_format') return saying('This is not valid.')
  if (code === 'too_small' && issue.inclusive !== false) {
    const { origin, minimum } = issue
    const least = Number(minimum)
    if (origin === 'number' || origin === 'int')
      return saying('At least {{number}}.', { number: { decimal: String(minimum) } })
    if (least === 1) return saying(missingText)
    if (origin === 'string') return saying('At least {{count}} characters.', { count: least })
  }
  if (code === 'too_big' && issue.inclusive !== false) {
    const { origin, maximum } = issue
    if (origin === 'number' || origin === 'int')
      return saying('At most {{number}}.', { number: { decimal: String(maximum) } })
    if (origin === 'string') return saying('At most {{count}} characters.', { count: Number(maximum) })
    if (origin === 'array') return saying('At most {{count}} entries.', { count: Number(maximum) })
  }
  return { message }
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
