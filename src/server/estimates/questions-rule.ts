import { invalid } from '#base/app-error.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { requireCustomerRight } from '../portal/customer-right.ts'
import { keepValues, type DerivedValues } from '../standard-models/keep-values.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { textOf } from './read-value.ts'
import { estimateOf, tell } from './tell-of-estimates.ts'

type Values = Readonly<Record<string, unknown>>

const titleLength = 120

/**
 * A question stays as it was asked; who looks after the project is told of it, and who asked is told of the answer.
 */
export const questionsRule: StandardRule = async (context, model, changes) => {
  const { caller } = context
  const now = new Date().toISOString()
  const derived = new Map<string, Values>()
  for (const { id, before, after } of changes) {
    if (!after) continue
    if (before && textOf(before, 'question') !== textOf(after, 'question'))
      throw invalid([
        { path: 'attributes.question', code: 'kept', message: 'A question stays as it was asked.' },
      ])
    if (before && textOf(before, 'answer') === textOf(after, 'answer')) continue
    const { estimate, keeper } = await estimateOf(context, after)
    if (!before) {
      await requireCustomerRight(context, estimate, 'comment')
      const title = (textOf(after, 'question') ?? '').split('\n')[0]?.slice(0, titleLength) ?? ''
      derived.set(id, { title, estimate: estimate.id, asked_at: now, asked_by: caller.userId })
      await tell(context, [keeper], {
        subject: 'A customer asks',
        message: title,
        link: '/estimates/questions',
        about: [{ model, id, fields: ['title'] }],
      })
    } else if (textOf(after, 'answer') !== null) {
      derived.set(id, { answered_at: now, answered_by: caller.userId })
      const link = `/customer/estimates/${estimate.id}`
      await tell(context, [textOf(after, 'asked_by')], {
        subject: 'Your question was answered',
        message: textOf(after, 'title') ?? '',
        link,
        about: [{ model, id, fields: ['title'] }],
      })
    } else derived.set(id, { answered_at: null, answered_by: null })
  }
  const kept = await keepValues(context, model, derived as DerivedValues, causeOf(model, changes))
  return [{ model, changes: kept }]
}
