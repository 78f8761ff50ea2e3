import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { StarterModel, Trade } from '#contracts/api/quick-setup.ts'
import { spoken } from '#contracts/language.ts'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useRefreshEverything } from '#engine/data/use-refresh-everything.ts'
import { useApi } from '#engine/engine-context.tsx'
import { keepVisit, readVisit, useVisitPlace } from '#engine/routing/visit-memory.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLanguage, useTranslate } from '#ui/translate.ts'
import { useRoles } from '../design/use-models.ts'
import { safeUrl } from '../props/safe-url.definition.ts'
import { WizardFrame } from '../wizard/wizard-frame.tsx'
import type { ViewProps } from '../view-props.ts'
import { ChoiceCards } from './choice-cards.tsx'
import { PeopleList, type Person } from './people-list.tsx'
import type { quickSetupWizard } from './quick-setup-wizard.definition.ts'
import { SetupDone } from './setup-done.tsx'
import { WorkspacePreview } from './workspace-preview.tsx'

interface Made {
  models: string[]
  kept: string[]
  routes: string[]
  invited: string[]
}

interface Answers {
  trade: string | null
  manage: string[]
  people: Person[]
  made: Made | null
}

const none: Answers = { trade: null, manage: [], people: [], made: null }

/**
 * One question a step, with the workspace growing beside it. The step stands in the address and the answers in the visit:
 * Back goes to the question before, and a reload asks nothing twice.
 */
export function QuickSetupWizard({ props, emit }: ViewProps<typeof quickSetupWizard>) {
  const t = useTranslate()
  const navigate = useNavigate()
  const api = useApi()
  const refresh = useRefreshEverything()
  const roles = useRoles()
  const language = spoken(useLanguage())
  const offer = useAnswer(
    ['quick-setup', language],
    () => api.call('GET /api/quick-setup', { search: { language } }),
    { freshFor: 600_000 },
  )
  const [search, setSearch] = useSearchParams()
  const place = useVisitPlace('quick setup')
  const [answers, setAnswers] = useState(() => readVisit<Answers>(place) ?? none)
  // Who goes back to a question keeps what was answered after it: the same answers for every step of the way.
  useEffect(() => keepVisit(place, answers === none ? null : answers), [place, answers])
  const { trade, manage, people, made } = answers
  const answer = (part: Partial<Answers>): void => setAnswers((before) => ({ ...before, ...part }))
  const step = Number(search.get('step') ?? 1) - 1
  // Somebody who was only given the address of a later step begins at the first.
  const at = made ? 3 : trade !== null && (step === 1 || step === 2) ? step : 0
  const setAt = (next: number): void => setSearch({ step: String(next + 1) })
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const steps = [t('Trade'), t('What you manage'), t('People'), t('Your data')]

  if (offer.error && !offer.data) {
    return (
      <ErrorState
        compact
        title={t('The setup could not be started')}
        onRetry={offer.refetch}
        requestId={offer.error.requestId ?? undefined}
      >
        {t(offer.error.message)}
      </ErrorState>
    )
  }
  if (!offer.data) return <Skeleton lines={8} />
  const { trades, manage: starters } = offer.data
  const chosenTrade = trades.find(({ key }) => key === trade) ?? null
  const chosen = starters.filter(({ key }) => manage.includes(key))
  const preview = (
    <WorkspacePreview
      trade={chosenTrade}
      models={chosen.length > 0 || at > 0 ? chosen : suggested(chosenTrade, starters)}
      people={people.length}
    />
  )

  const chooseTrade = (key: string): void => {
    answer({ trade: key, manage: trades.find((one) => one.key === key)?.suggests ?? [] })
  }
  const run = async (): Promise<void> => {
    setWorking(true)
    setProblem(null)
    try {
      const result = await api.call('POST /api/quick-setup', {
        body: {
          language,
          trade,
          manage,
          people: people
            .filter(({ email }) => email.trim() !== '')
            .map(({ email, role }) => ({ email: email.trim(), role })),
        },
      })
      await refresh()
      answer({ made: result })
      void emit('finished', { models: result.models, routes: result.routes })
    } catch (error) {
      const detail = problemsOf(error)[0]
      setProblem(
        detail ? detail.message : error instanceof ApiError ? t(error.message) : t('Something went wrong.'),
      )
    } finally {
      setWorking(false)
    }
  }
  const back = (
    <Button variant="ghost" icon="chevron-left" disabled={working} onClick={() => setAt(at - 1)}>
      {t('Back')}
    </Button>
  )

  if (at === 0) {
    return (
      <WizardFrame
        steps={steps}
        at={0}
        title={t('What does your company do?')}
        text={t('It decides what we propose; you can change everything later.')}
        preview={preview}
        actions={
          <>
            <Button variant="primary" disabled={trade === null} onClick={() => setAt(1)}>
              {t('Continue')}
            </Button>
            <Button variant="ghost" onClick={() => void navigate(safeUrl(props.done_to) ?? '/')}>
              {t('Set up later')}
            </Button>
          </>
        }
      >
        <ChoiceCards
          label={t('Trade')}
          many={false}
          items={trades}
          chosen={trade ? [trade] : []}
          onChange={([key]) => key && chooseTrade(key)}
        />
      </WizardFrame>
    )
  }
  if (at === 1) {
    return (
      <WizardFrame
        steps={steps}
        at={1}
        title={t('What do you want to manage?')}
        text={t('Each becomes a list with its own form and page. Start with two or three.')}
        preview={preview}
        actions={
          <>
            {back}
            <Button variant="primary" onClick={() => setAt(2)}>
              {manage.length === 0
                ? t('Continue without lists')
                : t('Continue with {{count}} lists', { count: manage.length })}
            </Button>
          </>
        }
      >
        <ChoiceCards
          label={t('Lists')}
          many
          items={starters}
          chosen={manage}
          onChange={(chosenLists) => answer({ manage: chosenLists })}
        />
      </WizardFrame>
    )
  }
  if (at === 2 || !made) {
    return (
      <WizardFrame
        steps={steps}
        at={2}
        title={t('Who works with you?')}
        text={t('They get a mail with a link. You can also do this later.')}
        preview={preview}
        actions={
          <>
            {back}
            <Button variant="primary" loading={working} onClick={() => void run()}>
              {t('Set up the workspace')}
            </Button>
          </>
        }
      >
        {problem && <Notice tone="danger">{problem}</Notice>}
        <PeopleList
          people={people}
          roles={(roles.data ?? []).filter(({ key }) => key !== 'owner')}
          onChange={(invited) => answer({ people: invited })}
        />
      </WizardFrame>
    )
  }
  return (
    <WizardFrame
      steps={steps}
      at={3}
      title={t('Your workspace is ready')}
      text={t('Bring in what you have, or begin with an empty list.')}
      preview={preview}
    >
      <SetupDone made={made} starters={starters} doneTo={safeUrl(props.done_to) ?? '/'} />
    </WizardFrame>
  )
}

const suggested = (trade: Trade | null, starters: readonly StarterModel[]): StarterModel[] =>
  starters.filter(({ key }) => trade?.suggests.includes(key))
