import { AddressInput } from './address-input.tsx'
import { BooleanInput } from './boolean-input.tsx'
import { ColourInput } from './colour-input.tsx'
import { DateInput } from './date-input.tsx'
import { DatetimeInput } from './datetime-input.tsx'
import { DurationInput } from './duration-input.tsx'
import { FileInput } from './file-input.tsx'
import { IconInput } from './icon-input.tsx'
import { JsonInput } from './json-input.tsx'
import { LongTextInput } from './long-text-input.tsx'
import { MarkdownInput } from './markdown-input.tsx'
import { MoneyInput } from './money-input.tsx'
import { MultiSelectInput } from './multi-select-input.tsx'
import { NumberInput } from './number-input.tsx'
import { PlaceInput } from './place-input.tsx'
import { RatingInput } from './rating-input.tsx'
import { RelationInput } from './relation-input.tsx'
import { SelectInput } from './select-input.tsx'
import { SignatureInput } from './signature-input.tsx'
import { StatusInput } from './status-input.tsx'
import { TextInput } from './text-input.tsx'

/** The inputs, loaded together the first time something is edited. */
export const allInputs = {
  text: TextInput,
  longText: LongTextInput,
  markdown: MarkdownInput,
  number: NumberInput,
  boolean: BooleanInput,
  date: DateInput,
  datetime: DatetimeInput,
  select: SelectInput,
  multiSelect: MultiSelectInput,
  relation: RelationInput,
  file: FileInput,
  json: JsonInput,
  icon: IconInput,
  money: MoneyInput,
  duration: DurationInput,
  rating: RatingInput,
  status: StatusInput,
  colour: ColourInput,
  address: AddressInput,
  place: PlaceInput,
  signature: SignatureInput,
}
