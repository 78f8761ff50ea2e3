import type { ComponentType } from 'react'
import type { FieldOffer } from '../form/form.definition.ts'
import type { InputProps } from '../field/inputs/input-props.ts'
import { PlanInput } from './plan-input.tsx'
import { QuestionInput } from './question-input.tsx'
import { TimeZoneInput } from './time-zone-input.tsx'

const inputs = {
  plan: PlanInput,
  time_zone: TimeZoneInput,
  question: QuestionInput,
} satisfies Record<NonNullable<FieldOffer['input']>, ComponentType<InputProps>>

/** The input that a form offers for a text or data which is chosen in a way of its own. One, so that they are fetched as one. */
export function ScheduleInput(
  props: InputProps & { offer?: Pick<FieldOffer, 'input' | 'model'> | undefined },
) {
  const Input = inputs[props.offer?.input ?? 'plan']
  return <Input {...props} />
}
