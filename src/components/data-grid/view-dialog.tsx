import { useState } from 'react'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { SavedView } from './use-saved-views.ts'
import styles from './view-dialog.module.css'

interface ViewDialogProps {
  /** The view that is changed; null for a new one. */
  view: SavedView | null
  /** All views of the list: a role begins with one of them. */
  views: readonly SavedView[]
  mayShare: boolean
  onSave: (wish: { title: string; shared: boolean; defaultFor: readonly string[] }) => Promise<void>
  onClose: () => void
}

/** Names a view, and says for whom it is. */
export function ViewDialog({ view, views, mayShare, onSave, onClose }: ViewDialogProps) {
  const t = useTranslate()
  const [title, setTitle] = useState(view?.title ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [defaultFor, setDefaultFor] = useState<readonly string[]>(view?.defaultFor ?? [])
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const roles = useQuery(
    mayShare
      ? {
          model: 'sys_role',
          fields: ['key', 'label'],
          // Without an account nobody opens a list.
          where: { field: 'key', op: 'ne', value: 'public' },
          sort: [{ field: 'label', dir: 'asc' }],
          page: { size: 100 },
        }
      : null,
  )
  const save = async (): Promise<void> => {
    if (title.trim() === '') return setProblem(t('Give the view a name.'))
    setSaving(true)
    try {
      await onSave({ title: title.trim(), shared, defaultFor: shared ? defaultFor : [] })
    } catch (error) {
      const [told] = problemsOf(error)
      const said = error instanceof ApiError ? t(error.message) : t('It could not be saved.')
      setProblem(told?.message ?? said)
      setSaving(false)
    }
  }
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => open || onClose()}
      title={view ? t('Name and roles') : t('Save as a new view')}
      description={
        view ? undefined : t('It keeps conditions, order, groups and columns as you see them now.')
      }
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" loading={saving} onClick={() => void save()}>
            {t('Save view')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {problem && <Notice tone="danger">{problem}</Notice>}
        <TextField label={t('Name')} value={title} onChange={setTitle} required maxLength={120} />
        {mayShare && !view && (
          <Checkbox
            label={t('For everybody')}
            help={t('Otherwise only you see it.')}
            checked={shared}
            onChange={setShared}
          />
        )}
        {mayShare && shared && (
          <fieldset className={styles.roles}>
            <legend>{t('These roles begin with it')}</legend>
            {(roles.data?.rows ?? []).map((role) => {
              const key = String(role['key'])
              const on = defaultFor.includes(key)
              const now = views.find((one) => one.id !== view?.id && one.defaultFor.includes(key))
              return (
                <Checkbox
                  key={key}
                  label={t(String(role['label']))}
                  help={
                    now &&
                    (on
                      ? t('Instead of “{{view}}”.', { view: now.title })
                      : t('Begins with “{{view}}” now.', { view: now.title }))
                  }
                  checked={on}
                  onChange={(next) =>
                    setDefaultFor(next ? [...defaultFor, key] : defaultFor.filter((one) => one !== key))
                  }
                />
              )
            })}
          </fieldset>
        )}
      </div>
    </Dialog>
  )
}
