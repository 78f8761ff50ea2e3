import RjsfForm from '@rjsf/core'
import type { ErrorSchema, RJSFSchema, RJSFValidationError } from '@rjsf/utils'
import { useEffect, useMemo, useState } from 'react'
import type { FormDescription } from '#contracts/api/forms.ts'
import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { keptIn } from '#engine/data/kept-file.ts'
import { conflictsOf, type Conflict } from '#engine/data/conflicts.ts'
import { currentPreview } from '#engine/data/preview.ts'
import type { Values } from '#engine/data/record-writes.ts'
import { useCreateBy } from '#engine/data/use-create-by.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { useSession } from '#engine/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary, type FieldError } from '#ui/error-summary.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { whenIdle } from '#ui/when-idle.ts'
import { useUploading } from '../files/uploading.ts'
import type { ViewProps } from '../view-props.ts'
import { arranged, titled } from './arrange-form.ts'
import { ConflictDialog } from '../conflict/conflict-dialog.tsx'
import { propertiesOf } from './describe-form-fields.ts'
import { onOfferedDraft } from './draft-store.ts'
import { loadedParts } from '#engine/bindings/expression-parts.ts'
import { followDefaults, formState, missingKeys, silentKeys, type FollowedValues } from './field-rules.ts'
import { followKeys } from './follow-keys.ts'
import { besideFields, keyOf, plainErrors, serverErrors, summaryOf } from './form-errors.ts'
import { DraftNotice, FailureNotice, LaterNotice } from './form-notices.tsx'
import { FormPresence } from './form-presence.tsx'
import { formFields, formTemplates, formWidgets, type FormShared } from './form-theme.tsx'
import type { form } from './form.definition.ts'
import styles from './form.module.css'
import {
  baseOf,
  changedValues,
  givenValues,
  keptValues,
  startValues,
  toFormValues,
  type FormValues,
} from './form-values.ts'
import { useLiveValues } from './live-values.ts'
import { LeaveGuard } from './leave-guard.tsx'
import type { FormValidator } from './load-validator.ts'
import { useFormPresence } from './use-form-presence.ts'
import { useDrafts } from './use-drafts.ts'
import { useKeepForLater } from './use-keep-for-later.ts'

interface FormBodyProps {
  view: ViewProps<typeof form>
  model: ModelDescription
  description: FormDescription
  validator: FormValidator
  fields: ReadonlyMap<string, FieldDescription>
  /** The record being changed; null for a new one. */
  row: Row | null
  archetypeId: string | null
}

const nothingWrong: ErrorSchema<FormValues> = {}

/** The form itself: what is typed, what is wrong with it, and saving. */
export function FormBody({ view, model, description, validator, fields, row, archetypeId }: FormBodyProps) {
  const { id: node, props, slots, emit, has, expose } = view
  const t = useTranslate()
  const { tenant, user, role } = useSession()
  const writes = useRecordWrites(model.key)
  const keys = useMemo(() => Object.keys(propertiesOf(description.schema)), [description])
  const { conditions } = description
  const writer = { id: user?.id ?? null, email: user?.email ?? null, role }
  const parts = loadedParts()
  const follow = (followed: FollowedValues): FollowedValues =>
    row
      ? followed
      : followKeys(followDefaults(followed, conditions, fields, writer, parts), props.keys, fields)
  const start = (): FollowedValues =>
    follow({ values: startValues(description.schema, props.values ?? {}), given: {} })
  const [first] = useState<FollowedValues>(() =>
    row ? { values: toFormValues(row, keys), given: {} } : start(),
  )
  const [baseline, setBaseline] = useState<FormValues>(first.values)
  const [data, setData] = useState(baseline)
  const [followed, setFollowed] = useState(first.given)
  const write = (values: FormValues): void => {
    const next = follow({ values, given: followed })
    setData(next.values)
    setFollowed(next.given)
  }
  const system = useMemo(() => keptValues(row), [row])
  const stateOf = (values: FormValues) =>
    formState(
      conditions,
      fields,
      { ...values, ...system },
      row ? { ...baseline, ...system } : null,
      writer,
      parts,
    )
  const state = stateOf(data)
  const sent = (values: FormValues): string[] => {
    const { hidden } = stateOf(values)
    return keys.filter((key) => !hidden.has(key))
  }
  const [attempted, setAttempted] = useState(false)
  const [problems, setProblems] = useState<FieldError[]>([])
  const [beside, setBeside] = useState<ErrorSchema<FormValues>>(nothingWrong)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [conflicts, setConflicts] = useState<Conflict[]>([])
  const [working, setWorking] = useState(false)
  // Made, and shown as it was typed: pressing again must not make a second one.
  const [made, setMade] = useState(false)
  const [kept, setKept] = useState(0)
  const place = `${tenant?.id ?? ''}:${model.key}:${row ? String(row['id']) : 'new'}`
  // Asked for just now, and nothing else is typed here: then it would not have been offered.
  useEffect(() => onOfferedDraft(place, (values) => setData((now) => ({ ...now, ...values }))), [place])

  const changed = changedValues(baseline, data, keys)
  const dirty = Object.keys(changed).length > 0
  // A list that opens once the connection is lost must not take what is typed with it.
  useEffect(() => whenIdle(() => import('#ui/popover-surface.tsx')), [])
  useEffect(() => expose('dirty', dirty), [expose, dirty])
  useEffect(() => expose('values', data), [expose, data])
  const drafts = useDrafts(place, dirty && !props.preview ? data : null)

  // Somebody else saved, and nothing is typed here: show theirs.
  const [known, setKnown] = useState(row)
  if (row !== known) {
    setKnown(row)
    if (row && !dirty && !working) {
      const values = toFormValues(row, keys)
      setBaseline(values)
      setData(values)
    }
  }

  const live = useLiveValues(description.calculations, { data, row, fields })
  const computed = [...fields.values()].filter((field) => field.computed).map(({ key }) => key)
  const given = row ? {} : givenValues(props.given)
  // What is worked out or given is shown and never typed, so it is no change.
  const typed = (values: FormValues): FormValues => ({
    ...values,
    ...Object.fromEntries(computed.map((key) => [key, baseline[key]])),
    ...Object.fromEntries(Object.keys(given).map((key) => [key, data[key]])),
  })
  // What is given is sent with what is typed.
  const whole = (values: FormValues): FormValues => ({ ...typed(values), ...given })

  const speaking = new Set([
    ...description.calculations.map(({ key }) => key),
    ...Object.keys(given),
    ...Object.keys(conditions).filter((key) => conditions[key]?.default !== undefined),
  ])
  const silent = row ? [] : silentKeys(fields, data, speaking)

  const idOf = (key: string): string => `${prefix}_${key}`
  const prefix = `form-${node.replaceAll(/[^\w-]/g, '-')}`
  const sum = (errors: readonly RJSFValidationError[]): FieldError[] =>
    errors.map((error) => ({
      fieldId: idOf(keyOf(error.property ?? '')),
      message: error.message ?? t('This is not valid.'),
    }))

  const uploading = useUploading()
  const by = props.create_by
  const createBy = useCreateBy()
  const later = useKeepForLater(model, row, by)
  // A command gives what the form does not ask for, and refuses by itself what it lacks.
  const givenByCommand = (key: string): boolean =>
    !row && by !== undefined && props.fields !== undefined && !props.fields.includes(key)
  // Rights and metadata are changed by somebody who sees how they are, and nothing while one looks as somebody else.
  const mayWait =
    !props.preview && currentPreview(tenant?.id ?? null) === null && !model.key.startsWith('sys_')
  const { people, marks, watch } = useFormPresence(
    props.preview ? null : model.key,
    row ? String(row['id']) : null,
  )
  const save = async (values: FormValues, base: FormValues): Promise<void> => {
    if (working) return
    setWorking(true)
    setFailure(null)
    setProblems([])
    setBeside(nothingWrong)
    try {
      const saved = row ? await update(row, values, base) : await create(values)
      later.forgetFiles(values)
      later.forgetKey()
      drafts.settle()
      setAttempted(false)
      const fresh = start()
      // A new one is shown as it was typed; its files are no longer on this device.
      const shown = row ? keys : keys.filter((key) => keptIn({ [key]: values[key] }).length > 0)
      const next = !row && props.again ? fresh.values : { ...values, ...toFormValues(saved, shown) }
      if (!row && props.again) setFollowed(fresh.given)
      setBaseline(next)
      setData(next)
      setMade(row === null && !props.again)
      await emit('saved', { id: saved['id'], row: saved, created: row === null })
    } catch (error) {
      refused(error)
    } finally {
      setWorking(false)
    }
  }
  // A hidden field keeps what it has, so what was typed before it was hidden is not sent.
  const bodyOf = (values: FormValues, base: FormValues): Values => {
    if (!row)
      return {
        ...changedValues({}, values, sent(values)),
        ...(archetypeId && { archetype_id: archetypeId }),
        ...by?.input,
      }
    const change = changedValues(base, values, sent(values))
    return { ...change, base: baseOf(base, Object.keys(change)) }
  }
  const create = async (values: FormValues): Promise<Row> => {
    const body = bodyOf(values, {})
    const sendable = await later.withFiles(body)
    const options = {
      // Of what was filled in: what is kept to be sent later names its files as this device does.
      idempotencyKey: later.keyFor(body),
      // Where the screen says how it went, it is said once.
      quiet: has('saved', 'toast'),
    }
    if (by) return createBy(by, sendable, options)
    return writes.create(sendable, { reportsFailure: false, ...options })
  }
  const update = async (of: Row, values: FormValues, base: FormValues): Promise<Row> => {
    const change = await later.withFiles(changedValues(base, values, sent(values)))
    return Object.keys(change).length === 0
      ? of
      : writes.update(String(of['id']), change, baseOf(base, Object.keys(change)), {
          reportsFailure: false,
          asksConflicts: false,
          idempotencyKey: later.keyFor(bodyOf(values, base)),
        })
  }
  const keepIt = async (values: FormValues, base: FormValues): Promise<void> => {
    try {
      await later.keep(bodyOf(values, base), values)
    } catch {
      toast.error(t('This browser keeps nothing: leave the form open until the connection is back.'))
      return
    }
    drafts.settle()
    setKept((before) => before + 1)
    setFailure(null)
    setAttempted(false)
    // A new one begins anew: what is kept shows where it waits, and nobody sends it a second time.
    const next = row ? { values, given: followed } : start()
    setFollowed(next.given)
    setBaseline(next.values)
    setData(next.values)
    setMade(row === null && !props.again)
  }

  const refused = (error: unknown): void => {
    const both = conflictsOf(error)
    if (both.length > 0) return setConflicts(both)
    const errors = serverErrors(error, keys)
    if (errors.length > 0) {
      setBeside(besideFields(errors))
      setProblems(
        summaryOf(errors).map(({ key, message }) =>
          key === null ? { message } : { fieldId: idOf(key), message },
        ),
      )
    } else if (error instanceof ApiError) setFailure(error)
    else throw error
  }
  const resolve = (taken: Record<string, unknown>): void => {
    // What is stored now becomes what was seen; the choices are written over it.
    const seen = {
      ...baseline,
      ...Object.fromEntries(conflicts.map(({ key, theirs }) => [key, theirs ?? undefined])),
    }
    const values = { ...data, ...taken }
    setConflicts([])
    setBaseline(seen)
    setData(values)
    void save(values, seen)
  }
  const cancel = (): void => {
    drafts.settle()
    setData(baseline)
    void emit('cancelled')
  }
  const submitWords =
    writes.readOnly && mayWait
      ? t('Keep and send later')
      : (props.submit ?? (props.preview ? t('Check') : row ? t('Save changes') : t('Create')))
  const shared: FormShared = {
    fields,
    columns: props.columns,
    required: state.required,
    stored: row ? baseline : null,
    marks,
    reasons: Object.fromEntries(Object.keys(given).map((key) => [key, props.given[key]?.why ?? ''])),
    offers: props.offers,
    keepFile: mayWait ? later.keepFile : null,
    titles: Object.fromEntries([...fields.values()].flatMap((field) => titled(field, row))),
  }

  return (
    <div className={styles.form} {...watch}>
      <FormPresence people={people} marks={marks} fields={fields} />
      <LeaveGuard
        when={dirty && !working && !props.preview}
        text={t('What you typed is kept in this tab; you find it when you come back to this form.')}
      />
      {drafts.offered && !props.preview && (
        <DraftNotice onDismiss={drafts.dismiss} onTake={() => setData({ ...baseline, ...drafts.take() })} />
      )}
      {(later.waits || (writes.readOnly && mayWait)) && (
        <LaterNotice waits={later.waits && !dirty} kept={kept} />
      )}
      <ErrorSummary errors={problems} />
      {failure && (
        <FailureNotice
          failure={failure}
          onKeep={failure.status === 0 && mayWait ? () => void keepIt(whole(data), baseline) : null}
        />
      )}
      <RjsfForm<FormValues, RJSFSchema, FormShared>
        schema={description.schema as RJSFSchema}
        uiSchema={arranged(description.ui_schema, props.fields, keys, state, given, silent)}
        validator={validator}
        formData={{ ...data, ...live, ...given }}
        formContext={shared}
        idPrefix={prefix}
        widgets={formWidgets}
        fields={formFields}
        templates={formTemplates}
        showErrorList={false}
        noHtml5Validate
        liveValidate={attempted ? 'onChange' : false}
        extraErrors={beside}
        experimental_defaultFormStateBehavior={{
          emptyObjectFields: 'skipDefaults',
          constAsDefaults: 'never',
        }}
        transformErrors={(errors) =>
          plainErrors(errors, fields).filter(({ name, property }) => {
            const key = keyOf(property ?? '')
            return !state.hidden.has(key) && !(name === 'required' && givenByCommand(key))
          })
        }
        customValidate={(typed, errors) => {
          const values = typed ?? {}
          for (const key of missingKeys(stateOf(values).required, values).filter(
            (one) => !givenByCommand(one),
          ))
            errors[key]?.addError(t('Fill in {{field}}.', { field: fields.get(key)?.label ?? key }))
          return errors
        }}
        onChange={({ formData }) => write(typed(formData ?? {}))}
        onError={(errors) => {
          setAttempted(true)
          setProblems(sum(errors))
        }}
        onSubmit={({ formData }) => {
          if (props.preview) toast.success(t('This could be saved as it is'))
          // The return key submits too: a record saved now would be without its files.
          else if (uploading) return
          else if (writes.readOnly) void (mayWait && keepIt(whole(formData ?? {}), baseline))
          else void save(whole(formData ?? {}), baseline)
        }}
      >
        {slots.more}
        <div className={styles.actions}>
          <Button
            type="submit"
            variant={props.preview ? 'secondary' : 'primary'}
            loading={working || uploading}
            disabled={(writes.readOnly && !mayWait) || ((row !== null || made) && !dirty)}
          >
            {submitWords}
          </Button>
          {props.cancel && (has('cancelled') || dirty) && <Button onClick={cancel}>{t('Cancel')}</Button>}
          {row !== null && dirty && !props.cancel && (
            <Button variant="ghost" onClick={cancel}>
              {t('Discard changes')}
            </Button>
          )}
          <span className={styles.state} aria-live="polite">
            {uploading ? t('Files are still on their way.') : dirty && row !== null && t('Not saved yet')}
          </span>
        </div>
      </RjsfForm>
      {conflicts.length > 0 && (
        <ConflictDialog
          conflicts={conflicts}
          fields={fields}
          row={baseline}
          onTake={resolve}
          onClose={() => setConflicts([])}
        />
      )}
    </div>
  )
}
