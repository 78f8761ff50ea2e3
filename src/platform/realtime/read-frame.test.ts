import { describe, expect, it } from 'vitest'
import { MalformedFrame, readFrame } from './read-frame.ts'
import { writeFrame, writeSaid } from './write-frame.ts'

const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const push = (encoding: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([3, 1, 1, 10, 2, 0, encoding]), Buffer.from('12realtime:amv'), body])

describe('messages of the protocol', () => {
  it('reads both forms', () => {
    const frame = {
      joinRef: '1',
      ref: '2',
      topic: 'realtime:a',
      event: 'phx_join',
      payload: { config: {} },
      said: null,
    }
    expect(readFrame(text(['1', '2', 'realtime:a', 'phx_join', { config: {} }]), false, '2.0.0')).toEqual(
      frame,
    )
    expect(
      readFrame(
        text({ join_ref: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { config: {} } }),
        false,
        '1.0.0',
      ),
    ).toEqual(frame)
  })

  it('reads what is said, as JSON and as bytes, and writes it as the client reads it', () => {
    expect(readFrame(push(1, Buffer.from('{"x":"ü"}')), true, '2.0.0')).toMatchObject({
      joinRef: '1',
      ref: '2',
      topic: 'realtime:a',
      said: { event: 'mv', body: { json: '{"x":"ü"}' } },
    })
    expect(readFrame(push(0, Buffer.from([255, 0])), true, '2.0.0').said).toEqual({
      event: 'mv',
      body: { base64: '/wA=' },
    })
    const said = { topic: 'a', event: 'mv', body: { json: '{"x":1}' } }
    expect(String(writeSaid('2.0.0', said)).slice(5)).toBe('realtime:amv{"x":1}')
    expect(JSON.parse(String(writeSaid('1.0.0', said)))).toEqual({
      ref: null,
      topic: 'realtime:a',
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'mv', payload: { x: 1 } },
    })
    expect(writeSaid('1.0.0', { topic: 'a', event: 'mv', body: { base64: '/wA=' } })).toBeNull()
    expect(writeFrame('2.0.0', { joinRef: '1', ref: null, topic: 't', event: 'e', payload: {} })).toBe(
      '["1",null,"t","e",{}]',
    )
  })

  it.each([
    ['no JSON', Buffer.from('{'), false],
    ['too few parts', text(['1', '2', 'a', 'b']), false],
    ['a number for a topic', text(['1', '2', 3, 'b', {}]), false],
    ['a list for a payload', text(['1', '2', 'a', 'b', []]), false],
    ['a broadcast without event', text(['1', '2', 'a', 'broadcast', {}]), false],
    ['nested too deeply', Buffer.from(`["1","2","a","b",{"a":${'['.repeat(60)}${']'.repeat(60)}}]`), false],
    ['another kind', Buffer.from([4, 0, 0, 0, 0, 0, 0]), true],
    ['too short', Buffer.from([3, 1]), true],
    ['lengths beyond its end', Buffer.from([3, 9, 9, 9, 9, 0, 1, 65]), true],
    ['what is said is no JSON', push(1, Buffer.from('{')), true],
  ])('refuses %s', (_name, data, isBinary) => {
    expect(() => readFrame(data, isBinary, '2.0.0')).toThrow(MalformedFrame)
  })

  it('does not count brackets within texts', () => {
    const long = '['.repeat(100)
    expect(readFrame(text(['1', '2', 'a', 'b', { x: `"${long}\\` }]), false, '2.0.0').payload).toEqual({
      x: `"${long}\\`,
    })
  })
})
