import { useEffect, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels, useRoles } from '../design/use-models.ts'
import { roleTitle } from '../design/role-title.ts'
import type { ViewProps } from '../view-props.ts'
import type { grantMatrix } from './grant-matrix.definition.ts'
import styles from './grant-matrix.module.css'
import { NewRole } from './new-role.tsx'
import { RoleEditor } from './role-editor.tsx'

/** What each role may do. */
export function GrantMatrix({ props, emit, expose }: ViewProps<typeof grantMatrix>) {
  const t = useTranslate()
  const roles = useRoles()
  const models = useModels()
  const [chosen, setChosen] = useState<string | null>(null)
  const [adding, setAdding] = useState(false)
  const [dirty, setDirty] = useState(false)
  useEffect(() => expose('dirty', dirty), [expose, dirty])
  const error = roles.error ?? models.error
  if (error && (!roles.data || !models.data)) {
    return (
      <ErrorState
        compact
        icon={error.status === 403 ? 'lock' : 'alert'}
        title={t('The roles could not be read')}
        onRetry={() => (roles.refetch(), models.refetch())}
        requestId={error.requestId ?? undefined}
      >
        {t(error.message)}
      </ErrorState>
    )
  }
  if (!roles.data || !models.data) return <Skeleton lines={8} />
  const wanted = props.role_id ?? chosen
  const role = roles.data.find(({ id, key }) => id === wanted || key === wanted) ?? roles.data[0]
  return (
    <div className={classes(styles.matrix, props.role_id && styles.single)}>
      {!props.role_id && (
        <nav className={styles.roles} aria-label={t('Roles')}>
          {roles.data.map((one) => (
            <button
              key={one.key}
              type="button"
              aria-current={one === role ? 'true' : undefined}
              disabled={dirty && one !== role}
              className={classes(styles.role, one === role && styles.current)}
              onClick={() => setChosen(one.key)}
            >
              <span className={styles.roleName}>{roleTitle(one, t)}</span>
              {one.built_in && <Badge icon={null}>{t('Built in')}</Badge>}
            </button>
          ))}
          <Button
            icon="plus"
            variant="ghost"
            className={styles.add}
            disabled={dirty}
            onClick={() => setAdding(true)}
          >
            {t('Add role')}
          </Button>
        </nav>
      )}
      {role && (
        <RoleEditor
          key={role.key}
          role={role}
          models={models.data}
          onDirty={setDirty}
          onSaved={() => (roles.refetch(), void emit('saved'))}
        />
      )}
      {adding && (
        <NewRole
          taken={new Set(roles.data.map(({ key }) => key))}
          onClose={() => setAdding(false)}
          onMade={(key) => {
            setAdding(false)
            roles.refetch()
            setChosen(key)
          }}
        />
      )}
    </div>
  )
}
