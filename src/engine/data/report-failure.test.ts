import { afterEach, expect, it, vi } from 'vitest'
import { toast } from '#ui/toasts/toast.ts'
import { ApiError } from './api-error.ts'
import { reportFailure } from './report-failure.ts'

afterEach(() => void vi.restoreAllMocks())

it('says every reason once, three at most', () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue('1')
  const details = ['One.', 'Two.', 'One.', 'Three.', 'Four.'].map((message) => ({
    path: 'x',
    code: 'x',
    message,
  }))
  reportFailure(new ApiError(422, 'invalid', 'Some values are not valid.', { details }))
  expect(said).toHaveBeenCalledWith('Some values are not valid.', { description: 'One. Two. Three.' })
})

it('says one reason alone, where nothing but values was wrong', () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue('1')
  const details = [{ path: 'x', code: 'x', message: 'It would stand below itself.' }]
  reportFailure(new ApiError(422, 'invalid', 'Some values are not valid.', { details, requestId: 'r' }))
  expect(said).toHaveBeenCalledWith('It would stand below itself.', { requestId: 'r' })
  reportFailure(new ApiError(403, 'forbidden', 'Nothing was moved.', { details }))
  expect(said).toHaveBeenCalledWith('Nothing was moved.', { description: 'It would stand below itself.' })
})
