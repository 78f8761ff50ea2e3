import { expect, it } from 'vitest'
import { isExpression } from '#contracts/expression.ts'
import { evaluateExpression } from '#expressions/evaluate.ts'
import { parseExpression } from '#expressions/parse.ts'
import versions from '#features/estimates/models/estimate-versions.json' with { type: 'json' }
import { stockDocument } from '../support/stock-document.ts'

const clock = { now: () => new Date('2026-03-31T12:00:00Z') }
const status = versions.schema.fields.find(({ key }) => key === 'status')
const allowed: Record<string, string[]> = status?.transitions ?? {}

/** The buttons that take a version another step on: the step, and when it is offered. */
const steps = ['estimate', 'estimate-more']
  .flatMap((key) => Object.values(stockDocument(key).layout.nodes))
  .flatMap(({ when, on }) =>
    (on?.['click'] ?? []).flatMap((step) => {
      if (step.do !== 'run' || step.command !== 'estimate.set-status' || !isExpression(when)) return []
      if (isExpression(step.input)) return []
      return [{ to: String(step.input?.['status']), when: parseExpression(when['=']) }]
    }),
  )

const offered = (version: object): string[] =>
  steps
    .filter(({ when }) => evaluateExpression(when, { sources: { version } }, { clock }) === true)
    .map(({ to }) => to)
    .toSorted()

it('every step of a version that a person may take has its button, and only there; it expires once its last day is over', () => {
  // From draft to approved somebody looks at it first; one version takes the place of another by itself.
  const byItself = new Set(['draft approved', 'issued superseded'])
  for (const from of status?.options?.map(({ value }) => value) ?? []) {
    const expected = (allowed[from] ?? []).filter((to) => !byItself.has(`${from} ${to}`)).toSorted()
    expect([from, offered({ status: from, valid_until: '2026-03-30' })]).toEqual([from, expected])
    for (const valid_until of [null, '2026-03-31'])
      expect(offered({ status: from, valid_until })).toEqual(expected.filter((to) => to !== 'expired'))
  }
})
