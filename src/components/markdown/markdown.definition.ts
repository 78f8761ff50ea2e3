import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { longWords } from '../props/shared-props.definition.ts'

export const markdown = defineComponent({
  type: 'markdown',
  title: 'Rich text',
  description:
    'Markdown: headings, lists, tables, links. HTML is shown as text and pictures come from this server only.',
  group: 'text',
  icon: 'notes',
  version: 1,
  props: z.strictObject({ text: longWords(100_000).nullable() }),
  sample: {
    props: {
      text: '**Before pouring** check:\n\n1. formwork is tight\n2. reinforcement has its cover\n\nSee [the checklist](/checklists).',
    },
  },
})
