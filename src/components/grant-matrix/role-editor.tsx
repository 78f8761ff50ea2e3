import { useEffect, useState } from 'react'
import type { Model } from '#contracts/model.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useRefreshModel } from '#engine/data/use-refresh-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { SaveBar } from '../design/save-bar.tsx'
import { LeaveGuard } from '../form/leave-guard.tsx'
import { GrantTable } from './grant-table.tsx'
import styles from './grant-matrix.module.css'
import { isChanged, memberGrants, toDraft } from './role-draft.ts'
import { areas, areaTitle, outsideRole, type Role } from './role-parts.ts'

interface RoleEditorProps {
  role: Role
  models: readonly Model[]
  onDirty: (dirty: boolean) => void
  onSaved: () => void
}

const builtInWords: Record<string, string> = {
  owner: 'The owner may do everything.',
  admin: 'An admin may do everything except delete the workspace, hand it over, or change its owners.',
  member: 'A member reads, adds and changes records of every model, and manages nothing.',
  customer:
    'A customer is signed in and sees only what you choose here. A rule can limit it to what belongs to the record that stands for them.',
  public:
    'The public is everybody, without sign-in. They see only what you choose here, at the address of the workspace.',
}

/** One role: what it may do with the records of each model, and what it manages. Built-in roles are only shown. */
export function RoleEditor({ role, models, onDirty, onSaved }: RoleEditorProps) {
  const t = useTranslate()
  const api = useApi()
  const refresh = useRefreshModel()
  const [draft, setDraft] = useState(() => toDraft(role))
  const [working, setWorking] = useState(false)
  const [removing, setRemoving] = useState(false)
  const outside = outsideRole(role.key)
  const dirty = (!role.built_in || outside !== null) && isChanged(role, draft)
  useEffect(() => onDirty(dirty), [onDirty, dirty])

  const save = async (): Promise<void> => {
    setWorking(true)
    try {
      const { label, description, grants, manage } = draft
      await api.call('PUT /api/roles/{id}', {
        params: { id: role.id },
        body: outside ? { grants } : { label, description: description || null, grants, manage },
      })
      toast.success(t('Role saved'))
      await refresh('sys_role')
      onSaved()
    } catch (error) {
      reportFailure(error)
    } finally {
      setWorking(false)
    }
  }
  if (role.built_in) {
    return (
      <section className={styles.editor}>
        <h2 className={styles.title}>{t(role.label)}</h2>
        <Notice tone="neutral">{t(builtInWords[role.key] ?? 'This role is part of the product.')}</Notice>
        {outside ? (
          <>
            <GrantTable
              grants={draft.grants ?? {}}
              models={models}
              outside={outside}
              onChange={(grants) => setDraft({ ...draft, grants })}
            />
            <LeaveGuard when={dirty && !working} />
            <SaveBar
              changes={dirty ? 1 : 0}
              working={working}
              onSave={() => void save()}
              onDiscard={() => setDraft(toDraft(role))}
            />
          </>
        ) : (
          <p className={styles.quiet}>
            {t(
              'Built-in roles cannot be changed. Add a role of your own to narrow or widen what people may do.',
            )}
          </p>
        )}
      </section>
    )
  }
  return (
    <section className={styles.editor}>
      <div className={styles.head}>
        <TextField
          label={t('Name')}
          value={draft.label}
          onChange={(label) => setDraft({ ...draft, label })}
          required
          maxLength={200}
          className={styles.name}
        />
        <TextField
          label={t('What it is for')}
          value={draft.description}
          onChange={(description) => setDraft({ ...draft, description })}
          maxLength={2000}
          className={styles.wide}
        />
        <Button icon="trash" variant="ghost" onClick={() => setRemoving(true)}>
          {t('Delete role')}
        </Button>
      </div>
      <RadioGroup
        label={t('Records')}
        look="segments"
        value={draft.grants ? 'own' : 'member'}
        onChange={(which) =>
          setDraft({ ...draft, grants: which === 'own' ? (role.grants ?? memberGrants) : null })
        }
        options={[
          { value: 'member', label: t('As a member') },
          { value: 'own', label: t('Set for each model') },
        ]}
      />
      {draft.grants && (
        <GrantTable
          grants={draft.grants}
          models={models}
          onChange={(grants) => setDraft({ ...draft, grants })}
        />
      )}
      <fieldset className={styles.areas}>
        <legend className={styles.legend}>{t('Manages')}</legend>
        {areas.map((area) => (
          <Checkbox
            key={area}
            label={t(areaTitle(area))}
            checked={draft.manage.includes(area)}
            onChange={(on) =>
              setDraft({
                ...draft,
                manage: on
                  ? areas.filter((one) => one === area || draft.manage.includes(one))
                  : draft.manage.filter((one) => one !== area),
              })
            }
          />
        ))}
      </fieldset>
      <LeaveGuard when={dirty && !working} />
      <SaveBar
        changes={dirty ? 1 : 0}
        working={working}
        onSave={() => void save()}
        onDiscard={() => setDraft(toDraft(role))}
      />
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t('Delete the role “{{name}}”?', { name: role.label })}
        text={t('Only a role that nobody has can be deleted.')}
        confirmLabel={t('Delete role')}
        onConfirm={async () => {
          await api.call('DELETE /api/roles/{id}', { params: { id: role.id } })
          await refresh('sys_role')
          onSaved()
        }}
      />
    </section>
  )
}
