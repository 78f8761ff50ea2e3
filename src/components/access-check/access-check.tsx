import { useMemo, useState } from 'react'
import type { AccessExplanation } from '#contracts/access-explanation.ts'
import type { Member } from '#contracts/member.ts'
import type { PreviewWish } from '#contracts/preview.ts'
import { listOf } from '#engine/data/list-of.ts'
import { beginPreview } from '#engine/data/preview.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { routeTitle } from '#engine/routing/route-title.ts'
import { useRoutes } from '#engine/routing/use-routes.ts'
import { useSession } from '#engine/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels, useRoles } from '../design/use-models.ts'
import { roleTitle } from '../design/role-title.ts'
import type { ViewProps } from '../view-props.ts'
import type { accessCheck } from './access-check.definition.ts'
import styles from './access-check.module.css'
import { ModelAnswer } from './model-answer.tsx'
import { ScreenAnswer } from './screen-answer.tsx'

/** Asks the server what a role or a person may do and why, and lets one look at the workspace as they see it. */
export function AccessCheck({ props }: ViewProps<typeof accessCheck>) {
  const t = useTranslate()
  const api = useApi()
  const { tenant } = useSession()
  const roles = useRoles()
  const models = useModels()
  const routes = useRoutes()
  const people = useAnswer(['members'], async () => listOf<Member>(await api.call('GET /api/members')))
  const [who, setWho] = useState(`role:${props.role ?? 'member'}`)
  const [model, setModel] = useState<string | null>(null)
  const [screen, setScreen] = useState<string | null>(null)
  const [starting, setStarting] = useState(false)
  const about = model ?? models.data?.[0]?.key
  const path = screen ?? '/dashboard'
  const explained = useExplanation(wishOf(who), about, path)
  const roleName = useMemo(() => {
    const labels = new Map(roles.data?.map((role) => [role.key, roleTitle(role, t)]))
    return (key: string): string => labels.get(key) ?? key
  }, [roles.data, t])
  // Who may not see the people of the workspace still asks about roles.
  const sources = people.error?.status === 403 ? [roles, models, routes] : [roles, models, routes, people]
  const error = sources.find((one) => one.error && !one.data)?.error
  if (error) {
    return (
      <ErrorState
        compact
        icon={error.status === 403 ? 'lock' : 'alert'}
        title={t('The rights could not be read')}
        onRetry={() => sources.forEach((one) => one.refetch())}
        requestId={error.requestId ?? undefined}
      >
        {t(error.message)}
      </ErrorState>
    )
  }
  if (!roles.data || !models.data) return <Skeleton lines={8} />
  const look = async (): Promise<void> => {
    setStarting(true)
    try {
      const preview = await api.call('POST /api/preview', { body: wishOf(who) })
      beginPreview(preview, tenant?.id ?? '')
    } catch (failure) {
      setStarting(false)
      reportFailure(failure)
    }
  }
  return (
    <div className={styles.check}>
      <div className={styles.choices}>
        <SelectField
          label={t('Who')}
          value={who}
          onChange={setWho}
          className={styles.choice}
          options={[
            ...roles.data.map(({ key }) => ({ value: `role:${key}`, label: roleName(key) })),
            ...(people.data ?? []).map((person) => ({
              value: `user:${person.user_id}`,
              label: `${person.name} (${roleName(person.role)})`,
            })),
          ]}
        />
        <SelectField
          label={t('Model')}
          value={about ?? ''}
          {...(models.data.length === 0 && { disabled: true, placeholder: t('No models yet') })}
          onChange={setModel}
          className={styles.choice}
          options={models.data.map(({ key, label }) => ({ value: key, label }))}
        />
        <SelectField
          label={t('Screen')}
          value={path}
          onChange={setScreen}
          className={styles.choice}
          options={(routes.data ?? []).map((route) => ({
            value: route.path,
            label: routeTitle(route, t),
          }))}
        />
        <Button icon="eye" variant="primary" loading={starting} onClick={() => void look()}>
          {t('See the workspace this way')}
        </Button>
      </div>
      {explained.data ? (
        <>
          <ScreenAnswer screen={explained.data.screen} roleName={roleName} />
          {explained.data.model && <ModelAnswer model={explained.data.model} roleName={roleName} />}
        </>
      ) : explained.error ? (
        <ErrorState
          compact
          title={t('The rights could not be read')}
          onRetry={explained.refetch}
          requestId={explained.error.requestId ?? undefined}
        >
          {t(explained.error.message)}
        </ErrorState>
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  )
}

const wishOf = (who: string): PreviewWish =>
  who.startsWith('user:') ? { user_id: who.slice(5) } : { role: who.slice(5) }

function useExplanation(as: PreviewWish, model: string | undefined, path: string) {
  const api = useApi()
  return useAnswer<AccessExplanation>(
    ['access', as, model ?? '', path],
    () =>
      api.call('POST /api/access/explain', {
        body: { as, route_path: path, ...(model === undefined ? {} : { model }) },
      }),
    { keep: true },
  )
}
