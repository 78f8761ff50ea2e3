import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '#engine/data/api-error.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import { AskFile } from './ask-file.tsx'
import { AskManage } from './ask-manage.tsx'
import { AskPeople } from './ask-people.tsx'
import { AskTrade } from './ask-trade.tsx'
import type { quickSetupWizard } from './quick-setup-wizard.definition.ts'
import styles from './quick-setup-wizard.module.css'
import { emptyAnswers, peopleToInvite, type Answers } from './setup-answers.ts'
import { SetupPreview } from './setup-preview.tsx'

const steps = ['trade', 'manage', 'people', 'file'] as const

/** One question a step: trade, what to manage, people, a file; beside it what comes of the answers. */
export function QuickSetupWizard({ props, emit, has }: ViewProps<typeof quickSetupWizard>) {
  const t = useTranslate()
  const api = useApi()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const offer = useAnswer(['quick-setup'], () => api.call('GET /api/quick-setup'))
  const [at, setAt] = useState(0)
  const [answers, setAnswers] = useState<Answers>(emptyAnswers)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  if (offer.error && !offer.data) {
    return (
      <ErrorState title={t('The setup could not be read')} onRetry={offer.refetch}>
        {t(offer.error.message)}
      </ErrorState>
    )
  }
  if (!offer.data) return <Skeleton lines={8} />
  const { trades, manage } = offer.data
  const step = steps[at] ?? 'trade'
  const change = (part: Partial<Answers>): void => setAnswers((now) => ({ ...now, ...part }))

  const finish = async (to: string): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      const people = peopleToInvite(answers)
      const made =
        answers.manage.length + people.length > 0
          ? await api.call('POST /api/quick-setup', {
              body: { trade: answers.trade, manage: answers.manage, people },
            })
          : { models: [], routes: [] }
      await cache.invalidateQueries()
      const goes = to === props.done_to ? (made.routes[0] ?? to) : to
      if (has('finished') && to === props.done_to && made.routes.length === 0)
        await emit('finished', { models: made.models, routes: made.routes })
      else await navigate(goes)
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      setProblem(caught.message)
    } finally {
      setBusy(false)
    }
  }
  const isLast = at === steps.length - 1
  return (
    <div className={styles.wizard}>
      <form
        className={styles.question}
        onSubmit={(event) => {
          event.preventDefault()
          if (isLast) void finish(props.done_to)
          else setAt(at + 1)
        }}
      >
        <ol className={styles.steps} aria-label={t('Steps')}>
          {steps.map((name, index) => (
            <li
              key={name}
              className={styles.dot}
              aria-current={index === at ? 'step' : undefined}
              data-done={index < at || undefined}
            >
              <span className={styles.hidden}>
                {t('Step {{step}} of {{steps}}', { step: index + 1, steps: steps.length })}
              </span>
            </li>
          ))}
        </ol>
        {step === 'trade' && (
          <AskTrade
            trades={trades}
            value={answers.trade}
            onChange={(trade) =>
              change({ trade, manage: trades.find(({ key }) => key === trade)?.suggests ?? answers.manage })
            }
          />
        )}
        {step === 'manage' && (
          <AskManage
            models={manage}
            value={answers.manage}
            onChange={(chosen) => change({ manage: chosen })}
          />
        )}
        {step === 'people' && <AskPeople value={answers.people} onChange={(people) => change({ people })} />}
        {step === 'file' && <AskFile busy={busy} onImport={() => void finish('/import')} />}
        {problem && (
          <Notice tone="danger" title={t('This could not be set up')}>
            {t(problem)}
          </Notice>
        )}
        <div className={styles.buttons}>
          {at > 0 ? (
            <Button variant="ghost" icon="arrow-left" onClick={() => setAt(at - 1)}>
              {t('Back')}
            </Button>
          ) : (
            <Button variant="ghost" onClick={() => void navigate(props.done_to)}>
              {t('Skip, I look around first')}
            </Button>
          )}
          <Button type="submit" variant="primary" loading={busy}>
            {isLast ? t('Finish') : t('Next')}
          </Button>
        </div>
      </form>
      <SetupPreview models={manage.filter(({ key }) => answers.manage.includes(key))} />
    </div>
  )
}
