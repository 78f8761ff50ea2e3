import pg from 'pg'
import { AppError } from '#base/app-error.ts'
import { errorTexts } from '#contracts/error-texts.ts'
import { errorStatuses, type ErrorCode } from '#contracts/errors.ts'

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatuses, code)

/** Why a transfer failed, in words for whoever started it; nothing of our insides. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof AppError) || !isCode(error.code)) return errorTexts.internal
  return error.message === error.code ? errorTexts[error.code] : error.message
}

// The connection, a lock somebody held, no room on the disk, a server that is restarted.
const passing = /^(08|40|53|55|57)/

/** Whether what went wrong may be over in a moment, so that the transfer is tried again and not failed. */
export function mayPass(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return passing.test(error.code ?? '')
  if (error instanceof AppError) return error.code === 'unavailable' || error.code === 'storage_full'
  return error instanceof Error && /connection|timeout|ECONN/i.test(error.message)
}

/** How often a transfer is taken up without getting on before it counts as failed. */
export const mostAttempts = 5
