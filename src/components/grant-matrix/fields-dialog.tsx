import { useState } from 'react'
import type { Model } from '#contracts/model.ts'
import { useModel } from '#engine/data/use-model.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './grant-matrix.module.css'
import type { ModelGrant } from './role-parts.ts'

type Fields = NonNullable<ModelGrant['fields']>

interface FieldsDialogProps {
  model: Model
  grant: ModelGrant
  /** Those who do not work here: nothing is open that is not chosen. */
  outside: boolean
  onTake: (fields: Fields | null) => void
  onClose: () => void
}

/** Which fields of a model a role reads and writes. Null: all of them, as far as their own rules go. */
export function FieldsDialog({ model, grant, outside, onTake, onClose }: FieldsDialogProps) {
  const t = useTranslate()
  const description = useModel(model.key)
  const [chosen, setChosen] = useState<Fields>(grant.fields ?? { read: [], write: [] })
  const writes = grant.verbs.includes('create') || grant.verbs.includes('update')
  const put = (list: keyof Fields, key: string, on: boolean): void =>
    setChosen({ ...chosen, [list]: on ? [...chosen[list], key] : chosen[list].filter((one) => one !== key) })
  // The record's own fields first; its id is always there, and what it is made of is no secret of it.
  const fields = description.data?.fields
    .filter(({ key }) => key !== 'id' && key !== 'model_id')
    .toSorted((a, b) => Number(a.system) - Number(b.system))
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('Fields of {{model}}', { model: model.label })}
      description={
        outside
          ? t(
              'Nothing is shown that is not chosen here. A field with a rule of its own must name the role as well.',
            )
          : t('The role uses only what is chosen here, as far as the rules of the fields go.')
      }
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {!outside && <Button onClick={() => onTake(null)}>{t('All fields')}</Button>}
          <Button variant="primary" onClick={() => onTake(chosen)}>
            {t('Take these fields')}
          </Button>
        </>
      }
    >
      {fields ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col" className={styles.verb}>
                {t('Read')}
              </th>
              {writes && (
                <th scope="col" className={styles.verb}>
                  {t('Write')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.key}>
                <th scope="row">{field.system ? t(field.label) : field.label}</th>
                {(['read', 'write'] as const).map(
                  (list) =>
                    (list === 'read' || writes) && (
                      <td key={list} className={styles.verb}>
                        {(list === 'read' || (!field.system && field.computed === undefined)) && (
                          <Checkbox
                            hideLabel
                            label={`${field.label}: ${list === 'read' ? t('Read') : t('Write')}`}
                            checked={chosen[list].includes(field.key)}
                            onChange={(on) => put(list, field.key, on)}
                          />
                        )}
                      </td>
                    ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      ) : description.error ? (
        <ErrorState compact title={t('The fields could not be read')} onRetry={description.refetch}>
          {t(description.error.message)}
        </ErrorState>
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}
