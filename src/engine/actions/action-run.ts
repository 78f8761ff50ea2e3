import type { QueryClient } from '@tanstack/react-query'
import type { ActionStep } from '#contracts/action.ts'
import type { Translate } from '#ui/translate.ts'
import type { Locals } from '../bindings/binding-scope.ts'
import type { Bindings } from '../bindings/bindings.ts'
import type { Engine } from '../engine-context.tsx'
import type { ScreenStore } from '../rendering/screen-store.ts'

/** The screen an action runs in. */
export interface ActionScreen {
  engine: Engine
  client: QueryClient
  store: ScreenStore
  bindings: Bindings
  /** `item`, `index` and `event` as they were when the event happened. */
  locals: Locals
  navigate(to: string, options: { replace: boolean }): void
  refresh(sources?: readonly string[]): void
  /** Closes the drawer or dialog; null on a page. */
  close: (() => void) | null
  t: Translate
  /** Translates words that stand in the layout: those that the product wrote. */
  words: Translate
}

/** One step on its way. */
export interface ActionRun extends ActionScreen {
  /** Works out the expressions in a value with the screen as it is now. Throws `ExpressionError`. */
  resolve(value: unknown): unknown
  /** As `resolve`, for what must be text. */
  resolveText(value: unknown): string
  /** Whether the layout says how it went with a toast of its own. */
  announced: boolean
}

/** What a step does; answering false stops the steps after it. */
export type ActionHandler<Do extends ActionStep['do']> = (
  step: Extract<ActionStep, { do: Do }>,
  run: ActionRun,
) => Promise<boolean | void> | boolean | void
