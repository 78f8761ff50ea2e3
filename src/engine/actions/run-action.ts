import type { Action, ActionStep } from '#contracts/action.ts'
import { isExpression } from '#contracts/is-expression.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { toast } from '#ui/toasts/toast.ts'
import { scopeOf } from '../bindings/binding-scope.ts'
import { resolveValue } from '#expressions/resolve-value.ts'
import { reportFailure } from '../data/report-failure.ts'
import type { ActionHandler, ActionRun, ActionScreen } from './action-run.ts'
import { allActions } from './all-actions.ts'

/**
 * Runs the steps of an action in order. Each sees the screen as the steps before it left it. A refused question or a
 * failure stops the rest; a failure says so in a toast, and is answered.
 */
export async function runAction(steps: Action, screen: ActionScreen): Promise<unknown> {
  const run: ActionRun = {
    ...screen,
    announced: steps.some((step) => step.do === 'toast'),
    resolve: (value) => resolve(value, screen),
    resolveText(value) {
      const text = resolve(value, screen)
      // Words that stand in the layout are translated where the product wrote them; what data gives is not.
      if (typeof text === 'string') return isExpression(value) ? text : screen.words(text)
      if (typeof text === 'number') return String(text)
      throw new ExpressionError('expression_type', 'This gives no text.')
    },
  }
  try {
    for (const step of steps) {
      if (step.when && run.resolve(step.when) !== true) continue
      if ((await take(step, run)) === false) break
    }
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) toast.error(screen.t(error.message))
    else reportFailure(error)
    return error
  }
}

function take(step: ActionStep, run: ActionRun): ReturnType<ActionHandler<ActionStep['do']>> {
  // The list is typed entry by entry; which entry it is depends on the step itself.
  const handler = allActions[step.do] as ActionHandler<ActionStep['do']>
  return handler(step as never, run)
}

function resolve(value: unknown, { bindings, store, locals }: ActionScreen): unknown {
  return resolveValue(value, (text) => bindings.evaluate(text, scopeOf(store.getState(), locals)))
}
