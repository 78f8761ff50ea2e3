import { afterAll, beforeAll, expect, it } from 'vitest'
import { componentDefinitions, describeComponent } from '#components/definitions.ts'
import { layoutSchema } from '#contracts/layout.ts'
import { loadLanguage } from '#ui/translate.ts'
import de from '#web/locales/de.json' with { type: 'json' }
import { createEditorStore } from './editor-store.ts'
import { removeSelected } from './node-commands.ts'

const components = Object.fromEntries(
  componentDefinitions.map((definition) => [definition.type, describeComponent(definition)]),
)
const layout = layoutSchema.parse({
  schema: 1,
  key: 'yard',
  title: 'Yard',
  root: 'page',
  nodes: {
    page: { component: 'page', props: { title: 'Yard' }, slots: { content: ['button'] } },
    button: { component: 'button', props: { label: 'Go' } },
  },
})

beforeAll(() => loadLanguage('de', async () => de))
afterAll(() => loadLanguage('en', async () => ({})))

it('what can be taken back is named in the language shown', () => {
  const store = createEditorStore({ layout, components })
  removeSelected(store, 'button')
  expect(store.getState().history.past.map(({ label }) => label)).toEqual(['Knopf entfernen'])
})
