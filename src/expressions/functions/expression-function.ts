import type { Clock } from '#base/clock.ts'

/** How amounts and days are written for the reader; without it numbers stay plain and days ISO. */
export interface ExpressionFormats {
  number(text: string, digits: number | undefined): string
  money(text: string, currency: string): string
  percent(text: string): string
  date(text: string): string
  dateTime(text: string): string
}

/** What a function may use beside its arguments. */
export interface FunctionContext {
  /** Where the call stands in the text, for errors. */
  at: number
  clock: Clock
  timeZone: string
  formats: ExpressionFormats | null
  /** Linear-time pattern matching; absent until `match-pattern.ts` is loaded. */
  matches: ((text: string, pattern: string) => boolean) | null
  /** Nothing is thrown for a value that cannot be worked with: it is nothing. So formulas answer as SQL does. */
  total: boolean
  /** Takes steps from the budget; throws when it is used up. */
  spend(steps: number): void
}

export interface ExpressionFunction {
  /** Fewest and most arguments. */
  takes: readonly [number, number]
  /** Whether the answer is always text: `+` beside it joins instead of adding. */
  text?: true
  call(args: readonly unknown[], context: FunctionContext): unknown
}
