import { useEffect, useState } from 'react'
import type { Model } from '#contracts/model.ts'
import { buttonClass } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels, useRoles } from '../design/use-models.ts'
import type { ViewProps } from '../view-props.ts'
import type { permissionMatrix } from './permission-matrix.definition.ts'
import styles from './permission-matrix.module.css'
import { RuleTable } from './rule-table.tsx'

/** Who may read and write each field of a model. */
export function PermissionMatrix({ props, emit, expose }: ViewProps<typeof permissionMatrix>) {
  const t = useTranslate()
  const models = useModels()
  const roles = useRoles()
  const [chosen, setChosen] = useState<string | null>(null)
  const [dirty, setDirty] = useState(false)
  useEffect(() => expose('dirty', dirty), [expose, dirty])
  const error = models.error ?? roles.error
  if (error && (!models.data || !roles.data)) {
    return (
      <ErrorState
        compact
        icon={error.status === 403 ? 'lock' : 'alert'}
        title={t('The permissions could not be read')}
        onRetry={() => (models.refetch(), roles.refetch())}
        requestId={error.requestId ?? undefined}
      >
        {t(error.message)}
      </ErrorState>
    )
  }
  if (!models.data || !roles.data) return <Skeleton lines={8} />
  const model = find(models.data, props.model_id ?? chosen) ?? (props.model_id ? null : models.data[0])
  if (!model) {
    return (
      <EmptyState
        icon="shield"
        title={t('No model to protect yet')}
        action={
          <Link href="/models" className={buttonClass({ variant: 'primary' })}>
            {t('Open models')}
          </Link>
        }
      >
        {t('Models hold the fields. Make one first, or import a file.')}
      </EmptyState>
    )
  }
  return (
    <div className={styles.matrix}>
      {!props.model_id && (
        <SelectField
          label={t('Model')}
          value={model.id}
          disabled={dirty}
          onChange={setChosen}
          options={models.data.map(({ id, label }) => ({ value: id, label }))}
          className={styles.model}
        />
      )}
      <RuleTable
        key={model.id}
        model={model}
        roles={roles.data}
        onDirty={setDirty}
        onSaved={() => void emit('saved')}
      />
    </div>
  )
}

const find = (models: readonly Model[], id: string | null): Model | undefined =>
  models.find((model) => model.id === id || model.key === id)
