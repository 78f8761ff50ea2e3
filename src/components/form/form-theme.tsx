import type {
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  WidgetProps,
} from '@rjsf/utils'
import { lazy, Suspense, type CSSProperties } from 'react'
import { fieldTypeNames } from './widget-names.ts'
import type { Option } from '#contracts/field.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Present } from '#engine/data/presence-store.ts'
import { classes } from '#ui/classes.ts'
import { inkOf } from '#ui/hue-of.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { fieldViewOf } from '../field/field-views.ts'
import type { InputProps } from '../field/inputs/input-props.ts'
import type { FieldOffer } from './form.definition.ts'
import styles from './form.module.css'
import type { FormValues } from './form-values.ts'

/** What the form gives its inputs besides their values. */
export interface FormShared {
  fields: ReadonlyMap<string, FieldDescription>
  /** What the record's relations are called. */
  titles: Readonly<Record<string, string>>
  columns: number
  /** Asked for as the record stands, beyond what the schema says. */
  required: ReadonlySet<string>
  /** The record as it is stored; null for a new one. */
  stored: FormValues | null
  /** Who else types in which field. */
  marks: ReadonlyMap<string, Present>
  /** Why a value is given and cannot be typed, by field. */
  reasons: Readonly<Record<string, string>>
  /** What is offered in fields that lead to records, name them or hold data, by key. */
  offers: Readonly<Record<string, FieldOffer>>
  /** Keeps a file that cannot be sent now; null where a form cannot wait. */
  keepFile: InputProps['keepFile'] | null
}

type Widget = WidgetProps<FormValues, RJSFSchema, FormShared>
type Field = FieldProps<FormValues, RJSFSchema, FormShared>

const NamedRecordsInput = lazy(() =>
  import('../field/inputs/named-records-input.tsx').then((module) => ({ default: module.NamedRecordsInput })),
)

const SuggestedInput = lazy(() =>
  import('../field/inputs/suggested-input.tsx').then((module) => ({ default: module.SuggestedInput })),
)

const RowsInput = lazy(() =>
  import('../field/inputs/rows-input.tsx').then((module) => ({ default: module.RowsInput })),
)

const OwnInput = lazy(async () => ({
  default: (await import('../schedule-list/schedule-input.tsx')).ScheduleInput,
}))

const wide: ReadonlySet<string> = new Set([
  'long_text',
  'markdown',
  'file',
  'image',
  'json',
  'multi_select',
  'address',
  'signature',
])

/** Every type of field is drawn by its own input, the same as in grids and filters. */
function FieldWidget({
  id,
  name,
  value,
  onChange,
  required,
  disabled,
  readonly,
  rawErrors,
  registry,
}: Widget) {
  const { fields, titles, required: asked, stored, reasons, offers, keepFile } = registry.formContext
  const own = fields.get(name)
  if (!own) return null
  const offer = offers[name]
  const field = offer?.options ? withOptions(own, offer.options) : own
  const Input = offer?.input
    ? OwnInput
    : offer?.names
      ? NamedRecordsInput
      : offer?.suggest
        ? SuggestedInput
        : fieldViewOf(field.type).input
  return (
    <Suspense fallback={<Skeleton height={56} />}>
      <Input
        id={id}
        name={name}
        field={field}
        label={field.label}
        help={reasons[name] ?? field.description}
        error={rawErrors?.[0]}
        required={required === true || asked.has(name)}
        disabled={disabled === true}
        readOnly={readonly === true || field.read_only}
        value={value ?? null}
        stored={stored?.[name] ?? null}
        valueLabel={titles[name]}
        offer={offer}
        keepFile={keepFile ?? undefined}
        onChange={(next: unknown) => onChange(next ?? undefined)}
      />
    </Suspense>
  )
}

/** Several choices keep their own; a text that holds a code becomes a choice. */
const withOptions = (field: FieldDescription, options: Option[]): FieldDescription =>
  field.type === 'multi_select'
    ? { ...field, options: [...(field.options ?? []), ...options] }
    : { ...field, type: 'select', options }

/** A value of several parts, or without a type in JSON Schema: one input for all of it. */
function WholeField({
  fieldPathId,
  name,
  formData,
  onChange,
  required,
  disabled,
  readonly,
  rawErrors,
  registry,
}: Field) {
  const field = registry.formContext.fields.get(name)
  if (!field) return null
  const offer = registry.formContext.offers[name]
  const Input = offer?.input ? OwnInput : fieldViewOf(field.type).input
  const given: InputProps = {
    id: fieldPathId.$id,
    name,
    field,
    label: field.label,
    help: registry.formContext.reasons[name] ?? field.description,
    error: rawErrors?.[0],
    required: required === true || registry.formContext.required.has(name),
    disabled: disabled === true,
    readOnly: readonly === true || field.read_only,
    value: formData ?? null,
    stored: registry.formContext.stored?.[name] ?? null,
    offer,
    keepFile: registry.formContext.keepFile ?? undefined,
    onChange: (next) => onChange((next ?? undefined) as FormValues | undefined, fieldPathId.path),
  }
  return (
    <Suspense fallback={<Skeleton height={96} />}>
      {offer?.rows ? <RowsInput {...given} rows={offer.rows} /> : <Input {...given} />}
    </Suspense>
  )
}

/** The input draws its own label, help and error; here is only its place. */
function FieldPlace({
  children,
  hidden,
  fieldPathId,
  registry,
}: FieldTemplateProps<FormValues, RJSFSchema, FormShared>) {
  if (hidden) return null
  const key = fieldPathId.path.at(-1)
  if (key === undefined) return children
  const { fields, marks } = registry.formContext
  const type = fields.get(String(key))?.type ?? 'text'
  const mark = marks.get(String(key))
  const place = wide.has(type) ? styles.wide : styles.place
  return (
    <div
      data-field={key}
      className={mark ? classes(place, styles.marked) : place}
      style={mark && ({ '--mark': inkOf(mark.name) } as CSSProperties)}
    >
      {children}
      {mark && (
        <span className={styles.markName} aria-hidden="true">
          {mark.name}
        </span>
      )}
    </div>
  )
}

function FieldsGrid({ properties, registry }: ObjectFieldTemplateProps<FormValues, RJSFSchema, FormShared>) {
  return (
    <div
      className={styles.fields}
      style={{ '--columns': registry.formContext.columns } as React.CSSProperties}
    >
      {properties.map((property) => property.content)}
    </div>
  )
}

export const formWidgets = Object.fromEntries(fieldTypeNames.map((type) => [type, FieldWidget]))
export const formFields = { whole: WholeField }
export const formTemplates = { FieldTemplate: FieldPlace, ObjectFieldTemplate: FieldsGrid }
