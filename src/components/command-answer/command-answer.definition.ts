import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { modelKey } from '../props/shared-props.definition.ts'

export const commandAnswer = defineComponent({
  type: 'command-answer',
  title: 'Answer of a command',
  description:
    'Asks a command of the product that works something out, and shows its content once the answer is there: nodes.<id>.value.',
  group: 'data',
  icon: 'calculator',
  version: 1,
  props: z.strictObject({
    /** A command that changes nothing: `progress.projects`. */
    command: z.string().min(1).max(120),
    input: z.record(z.string(), z.json()).optional(),
    /** Asked again when a record of these changes. */
    models: z.array(modelKey).max(20).default([]),
    /** Gives it the reader's language as `language`, too. */
    with_language: z.boolean().default(false),
    /** Shows nothing while it waits, or where the answer cannot be had: for what is of use but not needed. */
    quiet: z.boolean().default(false),
  }),
  slots: { content: { title: 'Content' } },
  exposes: {
    value: { title: 'What the command answered' },
    waiting: { title: 'Whether what it answers to the input as it is now is still to come' },
  },
  sample: {
    props: { command: 'progress.projects', models: ['projects'] },
    slots: { content: [{ component: 'text', props: { text: 'What is made of the answer.' } }] },
  },
})
