import { useEffect, useState } from 'react'
import type { Model } from '#contracts/model.ts'
import type { FieldPermission } from '#contracts/permission.ts'
import type { Role } from '#contracts/role.ts'
import { listOf } from '#engine/data/list-of.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useRefreshModel } from '#engine/data/use-refresh-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { SaveBar } from '../design/save-bar.tsx'
import { roleTitle } from '../design/role-title.ts'
import { LeaveGuard } from '../form/leave-guard.tsx'
import { ruleChanges, toRules, withRight, type FieldRule, type FieldRules } from './field-rules.ts'
import styles from './permission-matrix.module.css'

interface RuleTableProps {
  model: Model
  roles: readonly Role[]
  onDirty: (dirty: boolean) => void
  onSaved: () => void
}

/** Fields down, roles across, two rights each. A field without a rule of its own is open to all who may use the model. */
export function RuleTable({ model, roles, onDirty, onSaved }: RuleTableProps) {
  const t = useTranslate()
  const api = useApi()
  const refresh = useRefreshModel()
  const stored = useAnswer(['field-permissions', model.id], async () =>
    listOf<FieldPermission>(
      await api.call('GET /api/permissions/fields', { search: { model_id: model.id } }),
    ),
  )
  const [edited, setEdited] = useState<FieldRules | null>(null)
  const [working, setWorking] = useState(false)
  const fields = [
    ...(model.schema?.fields ?? []).map(({ key, label }) => ({ key, label })),
    { key: '*', label: t('Everything else') },
  ]
  const before = stored.data
    ? toRules(
        stored.data,
        model.id,
        fields.map(({ key }) => key),
      )
    : null
  const rules = edited ?? before
  const changes = before && edited ? ruleChanges(before, edited, model.id) : { write: [], remove: [] }
  const count = changes.write.length + changes.remove.length
  useEffect(() => onDirty(count > 0), [onDirty, count])

  if (stored.error && !stored.data) {
    return (
      <ErrorState
        compact
        icon={stored.error.status === 403 ? 'lock' : 'alert'}
        title={t('The permissions could not be read')}
        onRetry={stored.refetch}
        requestId={stored.error.requestId ?? undefined}
      >
        {t(stored.error.message)}
      </ErrorState>
    )
  }
  if (!rules) return <Skeleton lines={8} />
  const set = (key: string, rule: FieldRule): void => setEdited({ ...rules, [key]: rule })
  const everyone = { read: roles.map(({ key }) => key), write: roles.map(({ key }) => key) }
  const save = async (): Promise<void> => {
    setWorking(true)
    try {
      if (changes.write.length > 0)
        await api.call('POST /api/permissions/fields/bulk', { body: changes.write })
      for (const fieldKey of changes.remove) {
        await api.call('DELETE /api/permissions/fields/{modelId}/{fieldKey}', {
          params: { modelId: model.id, fieldKey },
        })
      }
      toast.success(t('Permissions saved'))
      onSaved()
    } catch (error) {
      reportFailure(error)
      return setWorking(false)
    }
    await refresh('sys_field_permission')
    stored.refetch()
    setEdited(null)
    setWorking(false)
  }

  return (
    <>
      <p className={styles.legend}>
        {t(
          'A field without a rule of its own is open to all who may use the model. Choose or take a right to give it one.',
        )}
      </p>
      <section className={styles.scroll} aria-label={t('Field permissions')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" rowSpan={2} className={styles.first}>
                {t('Field')}
              </th>
              {roles.map((role) => (
                <th key={role.key} scope="colgroup" colSpan={2} className={styles.role}>
                  {roleTitle(role, t)}
                </th>
              ))}
              <th rowSpan={2}>
                <span className={styles.hidden}>{t('Actions')}</span>
              </th>
            </tr>
            <tr>
              {roles.flatMap((role) => [
                <th key={`${role.key} read`} scope="col" className={styles.right}>
                  {t('Read')}
                </th>,
                <th key={`${role.key} write`} scope="col" className={styles.rightLast}>
                  {t('Write')}
                </th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => {
              const rule = rules[field.key] ?? null
              return (
                <tr key={field.key}>
                  <th scope="row" className={styles.first}>
                    <span className={styles.name}>{field.label}</span>
                    {(rule || field.key === '*') && (
                      <span className={styles.note}>
                        {rule ? t('Own rule') : t('Keys no field declares')}
                      </span>
                    )}
                  </th>
                  {roles.flatMap((role) => {
                    const shown = rule ?? everyone
                    const box = (right: 'read' | 'write', label: string) => (
                      <Checkbox
                        hideLabel
                        label={`${field.label}: ${roleTitle(role, t)}, ${label}`}
                        checked={shown[right].includes(role.key)}
                        onChange={(on) => set(field.key, withRight(rule ?? everyone, role.key, right, on))}
                      />
                    )
                    return [
                      <td key={`${role.key} read`} className={rule ? styles.box : styles.open}>
                        {box('read', t('Read'))}
                      </td>,
                      <td key={`${role.key} write`} className={rule ? styles.boxLast : styles.openLast}>
                        {box('write', t('Write'))}
                      </td>,
                    ]
                  })}
                  <td className={styles.more}>
                    <Menu align="end" items={shortcuts(t, roles, (next) => set(field.key, next))}>
                      {(trigger) => (
                        <IconButton
                          icon="dots"
                          size="compact"
                          label={t('Shortcuts for {{field}}', { field: field.label })}
                          {...trigger}
                        />
                      )}
                    </Menu>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      <LeaveGuard when={count > 0 && !working} />
      <SaveBar
        changes={count}
        working={working}
        onSave={() => void save()}
        onDiscard={() => setEdited(null)}
      />
    </>
  )
}

function shortcuts(t: (text: string) => string, roles: readonly Role[], set: (rule: FieldRule) => void) {
  const inner = roles.map(({ key }) => key).filter((key) => key !== 'customer' && key !== 'public')
  return [
    { label: t('Open to all who may use the model'), icon: 'unlock', onSelect: () => set(null) },
    {
      label: t('All read, owner and admin write'),
      icon: 'eye',
      onSelect: () => set({ read: inner, write: ['owner', 'admin'] }),
    },
    {
      label: t('Only owner and admin'),
      icon: 'lock',
      onSelect: () => set({ read: ['owner', 'admin'], write: ['owner', 'admin'] }),
    },
    { label: t('Nobody writes'), icon: 'ban', onSelect: () => set({ read: inner, write: [] }) },
  ]
}
