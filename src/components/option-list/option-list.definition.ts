import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

const optionSchema = z.object({
  id: z.string().min(1).max(63),
  title: z.string().max(1000),
  text: z.string().max(20_000).nullable().optional(),
  /** What stands for each other: one of it is chosen. */
  group: z.string().max(200).nullable().optional(),
  /** What counts when nothing else of its group is chosen; it is not named among what is chosen. */
  fixed: z.boolean().optional(),
  chosen: z.boolean(),
  /** Decimal text. */
  amount: z.string().max(40).nullable().optional(),
})

export const optionList = defineComponent({
  type: 'option-list',
  title: 'List of options',
  description:
    'Things to choose with what each costs: options by themselves, alternatives as one of a group. Tells what is chosen; whoever is told works out the sum.',
  group: 'input',
  icon: 'check',
  version: 1,
  props: z.strictObject({
    label: words(80),
    options: z
      .array(optionSchema)
      .max(500)
      .nullable()
      .meta({ description: 'Mostly bound to the answer of a command: nodes.choices.value.options' }),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullable()
      .optional(),
    disabled: z.boolean().default(false),
  }),
  events: { changed: { title: 'Something else was chosen: chosen (a list of ids)' } },
  sample: {
    props: {
      label: 'Yours to choose',
      currency: 'EUR',
      options: [
        { id: 'oak', title: 'Oak parquet', group: 'Floor', fixed: true, chosen: true, amount: '8420.00' },
        {
          id: 'ash',
          title: 'Ash parquet',
          text: 'Lighter and a little harder than oak.',
          group: 'Floor',
          chosen: false,
          amount: '9110.00',
        },
        { id: 'rail', title: 'Heated towel rail', chosen: true, amount: '465.00' },
      ],
    },
  },
})
