import { formatNumber } from '../format.ts'
import { currentRegion } from '../region.ts'
import { t } from '../translate.ts'
import { dropToast, nextToastId, queueToast, type ToastKind, type ToastOptions } from './toast-queue.ts'

export type { ToastKind, ToastOptions } from './toast-queue.ts'

/** Milliseconds a toast stays, unless it is `loading`. */
export const TOAST_DURATION = 4000
/** Toasts on the screen at once. */
export const TOAST_LIMIT = 3
/** Pixels to swipe a toast away: sonner's own constant, held by a test. */
export const TOAST_SWIPE = 45

type Outcome<Value> = string | ((value: Value) => string | ({ text: string } & ToastOptions))

interface TrackTexts<Result> {
  /** What is going on: "Saving estimate". */
  loading: string
  success: Outcome<Result>
  /** What went wrong; a function gets the error. Only its words are shown, never the raw error. */
  error: Outcome<unknown>
}

/** How far a long job is; a known total gives "120 of 4,000". */
export type ReportProgress = (done: number, total?: number) => void

const show =
  (kind: ToastKind) =>
  (text: string, options: ToastOptions = {}): string => {
    const id = options.id ?? nextToastId()
    queueToast({ ...options, id, kind, text })
    return id
  }

/**
 * Reports outcomes: `toast.success('Estimate saved')` answers the toast's id. `track` follows a promise from loading to
 * success or error and hands the promise back, so `await toast.track(save(), {…})` still throws what `save` threw.
 */
export const toast = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
  loading: show('loading'),
  dismiss: dropToast,
  track,
}

function track<Result>(
  work: Promise<Result> | ((report: ReportProgress) => Promise<Result>),
  texts: TrackTexts<Result>,
): Promise<Result> {
  const id = toast.loading(texts.loading)
  const report: ReportProgress = (done, total) => {
    toast.loading(texts.loading, { id, description: progressText(done, total) })
  }
  const end = (kind: 'success' | 'error', outcome: string | ({ text: string } & ToastOptions)): void => {
    const { text, ...options } = typeof outcome === 'string' ? { text: outcome } : outcome
    toast[kind](text, { ...options, id })
  }
  const promise = typeof work === 'function' ? work(report) : work
  promise.then(
    (result) => end('success', typeof texts.success === 'function' ? texts.success(result) : texts.success),
    (error: unknown) => end('error', typeof texts.error === 'function' ? texts.error(error) : texts.error),
  )
  return promise
}

function progressText(done: number, total: number | undefined): string {
  const region = currentRegion()
  const count = formatNumber(done, region)
  return total === undefined
    ? count
    : t('{{done}} of {{total}}', { done: count, total: formatNumber(total, region) })
}
