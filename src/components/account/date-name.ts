import type { OfferedDate } from '#contracts/api/calendars.ts'
import type { Translate } from '#ui/translate.ts'

/** A date as it is offered: its model and what it is called there. */
export const dateName = (
  { model_label: model, field_label: field, ours }: OfferedDate,
  t: Translate,
): string => (ours ? `${t(model)}: ${t(field)}` : `${model}: ${field}`)
