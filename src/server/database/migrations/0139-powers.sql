-- Roots and powers of the expression language, exactly as src/expressions/functions/powers.ts works them out.

-- The square root at 12 places, halves away from zero; nothing below zero. Sixty places are read before it is rounded:
-- no root of 18 places lies so near the middle of two answers.
create function app.calc_sqrt(x numeric) returns numeric language plpgsql immutable parallel safe as $$
begin
  return case when x >= 0 then app.calc_num(round(sqrt(round(x, 60)), 12)) end;
end
$$;

-- A number times itself, to 70 places on the way; `n` is a whole number from -1000 to 1000, or the answer is nothing.
create function app.calc_pow(x numeric, n numeric) returns numeric language plpgsql immutable parallel safe as $$
declare
  times integer;
  base numeric := x;
  product numeric := 1;
begin
  if x is null or n is null or n <> trunc(n) or abs(n) > 1000 then
    return null;
  end if;
  times := abs(n)::integer;
  loop
    if times % 2 = 1 then
      product := round(product * base, 70);
    end if;
    times := times / 2;
    if abs(product) >= 1000000000000000000000000000000 then
      return case when n < 0 then 0 end;
    end if;
    exit when times = 0;
    base := round(base * base, 70);
    if base >= 1000000000000000000000000000000 then
      return case when n < 0 then 0 end;
    end if;
  end loop;
  return case when n < 0 then app.calc_div(1, product) else app.calc_num(product) end;
end
$$;

-- From a character, counted from 0, up to one that is not taken any more; both within any text that may be kept.
create function app.calc_part(t text, first numeric, after numeric) returns text language plpgsql immutable parallel safe as $$
declare
  a integer := least(greatest(trunc(first), 0), 1000000)::integer;
  b integer := least(greatest(trunc(after), 0), 1000000)::integer;
begin
  -- `greatest` passes over nothing; a place that is nothing gives nothing.
  if first is null or after is null then
    return null;
  end if;
  return substr(t, a + 1, greatest(b - a, 0));
end
$$;

revoke execute on function app.calc_sqrt(numeric), app.calc_pow(numeric, numeric), app.calc_part(text, numeric, numeric) from public;
grant execute on function app.calc_sqrt(numeric), app.calc_pow(numeric, numeric), app.calc_part(text, numeric, numeric) to formwork_app;
