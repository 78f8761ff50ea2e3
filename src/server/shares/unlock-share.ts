import { AppError } from '#base/app-error.ts'
import type { Services } from '../services.ts'
import { hashShare } from './shares.ts'
import { lockOf } from './read-shared.ts'
import { isLinkPassword, signPass } from './share-password.ts'

interface Attempt {
  services: Services
  requestId: string
  /** Of whoever tries. */
  address: string
}

/**
 * Answers a pass for the password of a link. 403 for a wrong one; 404, and just as late, for a link that never was, has
 * ended, was taken back or asks for none; 429 after some tries of one visitor, of one at this link, or at this link from
 * everywhere.
 */
export async function unlockShare(attempt: Attempt, token: string, password: string): Promise<string> {
  const { services, address } = attempt
  const hash = hashShare(token)
  services.limiter.take('share-password', `${hash} ${address}`, 10, 600)
  services.limiter.take('share-password-visitor', address, 40, 600)
  services.limiter.take('share-password-link', hash, 200, 3600)
  const passwordHash = await lockOf(attempt, token)
  const matches = await isLinkPassword(password, passwordHash)
  if (passwordHash === null) throw new AppError('not_found')
  if (!matches) throw new AppError('forbidden', 'This is not the password of this link.')
  return signPass(services, { hash, passwordHash })
}
