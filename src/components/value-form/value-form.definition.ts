import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { fieldPath, modelKey, recordId, words } from '../props/shared-props.definition.ts'

export const valueForm = defineComponent({
  type: 'value-form',
  title: 'Values by name',
  description:
    'Asks for the values that a record declares, like the parameters of a recipe. Others read them as nodes.<id>.values.',
  group: 'input',
  icon: 'calculator',
  version: 1,
  props: z.strictObject({
    label: words(80),
    /** The record that says what is asked. */
    model: modelKey,
    id: recordId,
    /**
     * Where it says so: a list of {key, label, kind: number, choice or bool, unit, default, choices}, or an object with that
     * list as `params`.
     */
    field: fieldPath,
    /** Values there are already, by key; the defaults show for the rest. */
    values: z.json().nullable().optional(),
  }),
  events: { changed: { title: 'A value was given: values' } },
  exposes: { values: { title: 'What was given, by key; what is left at its default is not among them' } },
  sample: {
    props: { label: 'Parameters', model: 'suppliers', id: 'sample-suppliers-1', field: 'name' },
  },
})
