import { lazy, useEffect, useMemo, useState } from 'react'
import { loadPartsFor } from '#engine/bindings/expression-parts.ts'
import { useFormSchema } from '#engine/data/use-form-schema.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { idOf } from '../field/field-traits.ts'
import { useRecord } from '../record/use-record.ts'
import type { ViewProps } from '../view-props.ts'
import { allTrees } from './field-rules.ts'
import { FormBody } from './form-body.tsx'
import { describeFormFields } from './describe-form-fields.ts'
import type { form } from './form.definition.ts'
import styles from './form.module.css'
import { loadValidator, type FormValidator } from './load-validator.ts'

const MissingRecord = lazy(() => import('../record/missing-record.tsx'))

/** Creates a record, or changes the one whose id is given. */
export function Form(view: ViewProps<typeof form>) {
  const { props, pending } = view
  const t = useTranslate()
  const api = useApi()
  const model = useModel(props.model)
  const record = useRecord(model.data ?? null, props.id)
  const archetype = props.archetype_id ?? idOf(record.row?.['archetype_id'])
  const waitsForRecord = Boolean(props.id) && !record.row
  const schema = useFormSchema(waitsForRecord ? null : props.model, archetype)
  const [validator, setValidator] = useState<{ of: unknown; made: FormValidator } | null>(null)
  useEffect(() => {
    const description = schema.data
    if (!description) return undefined
    let dropped = false
    void Promise.all([
      loadValidator(description, (path) => api.address(path)),
      loadPartsFor(allTrees(description.conditions)),
    ]).then(([made]) => dropped || setValidator({ of: description, made }))
    return () => {
      dropped = true
    }
  }, [api, schema.data])
  const fields = useMemo(
    () => (model.data && schema.data ? describeFormFields(model.data, schema.data) : null),
    [model.data, schema.data],
  )

  const error = model.error ?? record.error ?? schema.error
  if (error && (!model.data || !schema.data || waitsForRecord)) {
    const retry = (): void => {
      if (model.error) model.refetch()
      if (record.error) record.refetch()
      if (schema.error) schema.refetch()
    }
    return (
      <ErrorState
        compact
        title={t('This form could not be read')}
        onRetry={retry}
        requestId={error.requestId ?? undefined}
      >
        {t(error.message)}
      </ErrorState>
    )
  }
  if (props.id && model.data && !record.isPending && !record.row) {
    return <MissingRecord compact record={props.id} />
  }
  if (!model.data || !schema.data || !fields || validator?.of !== schema.data || waitsForRecord || pending) {
    return (
      <div
        className={styles.fields}
        style={{ '--columns': props.columns } as React.CSSProperties}
        aria-busy="true"
      >
        {Array.from({ length: props.fields?.length ?? 6 }, (_, at) => (
          <Skeleton key={at} height={56} />
        ))}
      </div>
    )
  }
  const { can } = model.data
  if (!props.preview && (props.id ? !can.update : !can.create)) {
    return (
      <ErrorState
        compact
        icon="lock"
        title={props.id ? t('You may not change this') : t('You may not add records here')}
      >
        {t('An administrator of the workspace can change that.')}
      </ErrorState>
    )
  }
  return (
    <FormBody
      // Another record is another form; a fresh reading of the same one is not.
      key={`${props.model} ${props.id ?? 'new'} ${archetype ?? ''}`}
      view={view}
      model={model.data}
      description={schema.data}
      validator={validator.made}
      fields={fields}
      row={props.id ? record.row : null}
      archetypeId={archetype}
    />
  )
}
