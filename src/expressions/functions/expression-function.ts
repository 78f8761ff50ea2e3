import type { Clock } from '#base/clock.ts'
import type { Message } from '#base/saying.ts'

/** How amounts, days and words are written for the reader; without it numbers stay plain, days ISO and words English. */
export interface ExpressionFormats {
  number(text: string, digits: number | undefined): string
  money(text: string, currency: string): string
  percent(text: string): string
  date(text: string): string
  dateTime(text: string): string
  /** What the product says, in the reader's language; other text comes back as it is. */
  words: (message: Message) => string
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
