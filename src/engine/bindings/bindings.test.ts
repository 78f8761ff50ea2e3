import { afterEach, expect, it } from 'vitest'
import { parseExpression } from '#expressions/parse.ts'
import { loadLanguage } from '#ui/translate.ts'
import { createBindings } from './bindings.ts'

afterEach(() => loadLanguage('en', async () => ({})))

const expression = "{'text': item.status == 'accepted' ? t('Accepted') : t('Own word'), 'tone': 'success'}"
const said = (status: string): unknown =>
  createBindings({ [expression]: parseExpression(expression) }).evaluate(expression, { item: { status } })

const issue = {
  message: 'There is no parameter “h”.',
  text: 'There is no parameter “{{name}}”.',
  values: { name: 'h' },
}
const { evaluate } = createBindings({ 't(item)': parseExpression('t(item)') })

it('says words of the product and messages of the server in the language shown, and others as they are', async () => {
  expect(said('accepted')).toEqual({ text: 'Accepted', tone: 'success' })
  await loadLanguage('de', async () => ({
    Accepted: 'Angenommen',
    success: 'Erfolg',
    [issue.text]: 'Es gibt kein „{{name}}“.',
  }))
  expect(said('accepted')).toEqual({ text: 'Angenommen', tone: 'success' })
  expect(said('rejected')).toEqual({ text: 'Own word', tone: 'success' })
  expect(evaluate('t(item)', { item: issue })).toBe('Es gibt kein „h“.')
})
