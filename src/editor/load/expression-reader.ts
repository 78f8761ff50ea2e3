import { useSyncExternalStore } from 'react'
import type { ExpressionTree } from '#contracts/expression.ts'
import { checkNames, type DeclaredNames } from '#expressions/check-names.ts'
import { ExpressionError } from '#expressions/expression-error.ts'

/** Reads expressions as they are typed. */
export interface ExpressionReader {
  parse(text: string): ExpressionTree
}

let reader: ExpressionReader | null = null
let loading: Promise<void> | null = null
const listeners = new Set<() => void>()

/** Fetches the parser, which only editors need. */
function loadExpressionReader(): Promise<void> {
  loading ??= import('#expressions/parse.ts').then(
    ({ parseExpression }) => {
      reader = { parse: parseExpression }
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      // Offline, say: the next one who needs it asks again.
      loading = null
      throw error
    },
  )
  return loading
}

/** The parser, or null while it is on its way. */
export const useExpressionReader = (): ExpressionReader | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      // Without it expressions cannot be checked here; the server still checks each of them.
      loadExpressionReader().catch(() => undefined)
      return () => listeners.delete(listener)
    },
    () => reader,
    () => null,
  )

/** What is wrong with an expression, in words; null when nothing is. */
export function expressionProblem(
  { parse }: ExpressionReader,
  text: string,
  names: DeclaredNames,
): string | null {
  if (text.trim() === '') return 'Write an expression.'
  try {
    return checkNames(parse(text), names)[0]?.message ?? null
  } catch (error) {
    if (error instanceof ExpressionError) return error.message
    throw error
  }
}
