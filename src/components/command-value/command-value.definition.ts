import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const commandValue = defineComponent({
  type: 'command-value',
  title: 'Result of a command',
  description:
    'Asks a command that changes nothing (sums, an explanation) and asks again when records change. Others read nodes.<id>.value.',
  group: 'data',
  icon: 'calculator',
  version: 1,
  props: z.strictObject({
    /** One that only answers: it is asked as often as anything changes. */
    command: z.string().min(1).max(120),
    /** What it takes, mostly bound; nothing is asked while it is null. */
    input: z.json().nullable(),
    /** Gives it the reader's language as `language`, too. */
    with_language: z.boolean().default(false),
  }),
  slots: { content: { title: 'What shows the result' } },
  exposes: { value: { title: 'What it answered, or null' } },
  sample: {
    props: { command: 'recipe.explain', input: null },
    slots: { content: [{ component: 'text', props: { text: 'What shows the result' } }] },
  },
})
