;; The sweep kernel once more, for the machine: run-kernel.ts says the same and is held equal to it
;; by a property (wasm-kernel.test.ts). It does what run-kernel.ts does but the daily loss halt and a
;; cool-down that outlasts a close; wasm-kernel.ts sees to it that neither is asked of it.
;;
;; Prices are i32 and money i64, in ten-thousandths of a dollar; equity is f64, of whole numbers.
;; Eight closes are looked at in one step. Each gets the highest (lowest) price up to itself, from that
;; a gate by a fixed-point product that is never beyond the true trigger, and is passed over unless it
;; is past the gate. The few that are, are compared exactly.
(module
  (memory (export "memory") 1)

  ;; Where eight prices are laid down to pick one of them.
  (global $scratch i32 (i32.const 128))

  ;; The rule, as wasm-kernel.ts writes it.
  (global $hasBand (mut i32) (i32.const 0))
  (global $hasTarget (mut i32) (i32.const 0))
  (global $hasTrail (mut i32) (i32.const 0))
  (global $hasStop (mut i32) (i32.const 0))
  (global $fallKeep (mut i64) (i64.const 0))      ;; 10,000 less the fall
  (global $bandKeep (mut i64) (i64.const 0))      ;; 10,000 less the deepest fall
  (global $riseKeep (mut i64) (i64.const 0))      ;; 10,000 and the rise
  (global $fallGate (mut i32) (i32.const 0))      ;; what a fall leaves, in 2^-32, rounded up
  (global $riseGate (mut i32) (i32.const 0))      ;; what a rise adds, in 2^-32, rounded down
  (global $targetKeep (mut i64) (i64.const 0))
  (global $stopKeep (mut i64) (i64.const 0))
  (global $sharesToBuy (mut i64) (i64.const 0))
  (global $sharesToSell (mut i64) (i64.const 0))
  (global $reserve (mut i64) (i64.const 0))
  (global $maxPosition (mut i64) (i64.const 0))   ;; -1: no limit
  (global $fillsAtClose (mut i32) (i32.const 0))

  ;; The symbol: how many closes and days, and where its columns begin. Behind the closes stand eight
  ;; more of the last one, so that every step may read eight.
  (global $count (mut i32) (i32.const 0))
  (global $days (mut i32) (i32.const 0))
  (global $close (mut i32) (i32.const 0))
  (global $fill (mut i32) (i32.const 0))
  (global $place (mut i32) (i32.const 0))
  (global $fillPlace (mut i32) (i32.const 0))
  (global $day (mut i32) (i32.const 0))
  (global $dayLast (mut i32) (i32.const 0))
  (global $dayClose (mut i32) (i32.const 0))
  (global $places (mut i32) (i32.const 0))

  ;; Of the account, what the rarer functions need of it; the rest is in the locals of run.
  (global $high (mut i32) (i32.const 0))
  (global $below (mut i32) (i32.const 0))         ;; sessions in a row below the band
  (global $daysKnown (mut i32) (i32.const 0))
  (global $mark (mut f64) (f64.const 0))
  (global $worst (mut f64) (f64.const 0))

  ;; The ten numbers of a symbol, in the order of the globals above.
  (func $openSymbol (param $symbol i32)
    (global.set $count (i32.load offset=0 (local.get $symbol)))
    (global.set $days (i32.load offset=4 (local.get $symbol)))
    (global.set $close (i32.load offset=8 (local.get $symbol)))
    (global.set $fill (i32.load offset=12 (local.get $symbol)))
    (global.set $place (i32.load offset=16 (local.get $symbol)))
    (global.set $fillPlace (i32.load offset=20 (local.get $symbol)))
    (global.set $day (i32.load offset=24 (local.get $symbol)))
    (global.set $dayLast (i32.load offset=28 (local.get $symbol)))
    (global.set $dayClose (i32.load offset=32 (local.get $symbol)))
    (global.set $places (i32.load offset=36 (local.get $symbol))))

  ;; The numbers of a rule, as ruleNumbers in wasm-kernel.ts puts them.
  (func $openRule (param $rule i32)
    (global.set $hasBand (i32.load offset=0 (local.get $rule)))
    (global.set $hasTarget (i32.load offset=4 (local.get $rule)))
    (global.set $hasTrail (i32.load offset=8 (local.get $rule)))
    (global.set $hasStop (i32.load offset=12 (local.get $rule)))
    (global.set $fillsAtClose (i32.load offset=16 (local.get $rule)))
    (global.set $fallGate (i32.load offset=20 (local.get $rule)))
    (global.set $riseGate (i32.load offset=24 (local.get $rule)))
    (global.set $fallKeep (i64.load32_s offset=28 (local.get $rule)))
    (global.set $bandKeep (i64.load32_s offset=32 (local.get $rule)))
    (global.set $riseKeep (i64.load32_s offset=36 (local.get $rule)))
    (global.set $targetKeep (i64.load32_s offset=40 (local.get $rule)))
    (global.set $stopKeep (i64.load32_s offset=44 (local.get $rule)))
    (global.set $sharesToBuy (i64.load32_s offset=48 (local.get $rule)))
    (global.set $sharesToSell (i64.load32_s offset=52 (local.get $rule)))
    (global.set $maxPosition (i64.load32_s offset=56 (local.get $rule)))
    (global.set $reserve (i64.trunc_f64_s (f64.load offset=64 (local.get $rule)))))

  ;; Runs a rule on a symbol, whose numbers stand at `rule` and `symbol`. `curve` and `log` are addresses, or 0 for none: equity of each day
  ;; as f64, and for each fill its deciding close, reason, quantity and price as i32. The outcome is
  ;; written as f64 to `outcome`: in the order of OUTCOME in wasm-kernel.ts.
  (func (export "run")
    (param $symbol i32) (param $rule i32) (param $start f64) (param $outcome i32) (param $curve i32) (param $log i32)
    (local $next i32) (local $at i32) (local $end i32) (local $k i32) (local $lane i32)
    (local $price i32) (local $place i32) (local $high i32) (local $low i32)
    (local $held i64) (local $cost i64) (local $cash i64) (local $quantity i64)
    (local $value i64) (local $removed i64) (local $realized i64)
    (local $stopAt i32) (local $targetAt i32) (local $above i32) (local $under i32)
    (local $upper i32) (local $lower i32) (local $reason i32) (local $isFused i32)
    (local $fillColumn i32) (local $placeColumn i32)
    (local $heldFrom i32) (local $holding i32) (local $buys i32) (local $sells i32)
    (local $isWin i32) (local $wins i32) (local $won i64) (local $lost i64) (local $canceled i32)
    (local $unfilled i32)
    (local $equity f64) (local $ofCash f64) (local $ofHeld f64) (local $each f64) (local $ofEach i64)
    ;; The highest equity, the deepest drawdown so far, and the equity below which a deeper one lies: a
    ;; trace too high, so that no rounding hides it. Once one was found it is the lowest equity since
    ;; the mark, and how deep that is, is worked out when the mark moves.
    (local $mark f64) (local $worst f64) (local $floor f64) (local $isDeeper i32)
    (local $four v128) (local $until v128) (local $gate v128)
    (local $more v128) (local $later v128) (local $ahead v128)
    (local $so v128) (local $rate v128) (local $off v128) (local $most v128) (local $least v128)
    (call $openSymbol (local.get $symbol))
    (call $openRule (local.get $rule))
    (local.set $cash (i64.trunc_f64_s (local.get $start)))
    ;; Without a trail no rise is ever large enough.
    (local.set $off (i32x4.splat
      (select (i32.const 0) (i32.const 0x7fffffff) (global.get $hasTrail))))
    (local.set $end
      (i32.add (global.get $close) (i32.shl (global.get $count) (i32.const 2))))
    (local.set $fillColumn
      (select (global.get $close) (global.get $fill) (global.get $fillsAtClose)))
    (local.set $placeColumn
      (select (global.get $place) (global.get $fillPlace) (global.get $fillsAtClose)))
    (global.set $high (i32.const 0))
    (global.set $below (i32.const 0))
    (global.set $daysKnown (i32.const 0))
    (global.set $mark (local.get $start))
    (global.set $worst (f64.const 0))
    (local.set $mark (local.get $start))
    (local.set $floor (f64.mul (local.get $start) (f64.const 1.000000000001)))
    ;; Where every close ends a day, the drawdown is followed on the way; else day by day.
    (local.set $isFused (i32.eq (global.get $days) (global.get $count)))
    (block $done
      (loop $again
        (br_if $done (i32.ge_s (local.get $next) (global.get $count)))
        (local.set $at
          (i32.add (global.get $close) (i32.shl (local.get $next) (i32.const 2))))
        (block $decided
          (if (i64.eqz (local.get $held))
            (then
              (local.set $reason (i32.const 1))
              (if (global.get $hasBand)
                (then
                  (global.set $high (local.get $high))
                  (local.set $at (call $seekInBand (local.get $next) (local.get $cash)))
                  (local.set $high (global.get $high))
                  (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
                  (local.set $quantity
                    (call $sizeOf (i32.load (local.get $at)) (local.get $cash)))
                  (br $decided)))
              (local.set $so (i32x4.splat (local.get $high)))
              (local.set $rate (i32x4.splat (global.get $fallGate)))
              (loop $flat
                (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
                (local.set $four (v128.load (local.get $at)))
                (local.set $more (v128.load offset=16 (local.get $at)))
                ;; The highest up to each of the eight, and where a fall from it may begin.
                (local.set $until (i32x4.max_s (local.get $four)
                  (i8x16.shuffle 0 1 2 3 0 1 2 3 4 5 6 7 8 9 10 11
                    (local.get $four) (local.get $four))))
                (local.set $until (i32x4.max_s (local.get $so) (i32x4.max_s (local.get $until)
                  (i8x16.shuffle 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
                    (local.get $until) (local.get $until)))))
                (local.set $so (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15
                  (local.get $until) (local.get $until)))
                (local.set $later (i32x4.max_s (local.get $more)
                  (i8x16.shuffle 0 1 2 3 0 1 2 3 4 5 6 7 8 9 10 11
                    (local.get $more) (local.get $more))))
                (local.set $later (i32x4.max_s (local.get $so) (i32x4.max_s (local.get $later)
                  (i8x16.shuffle 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
                    (local.get $later) (local.get $later)))))
                (local.set $so (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15
                  (local.get $later) (local.get $later)))
                (local.set $gate (i32x4.le_s (local.get $four)
                  (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31
                  (i64x2.extmul_low_i32x4_u (local.get $until) (local.get $rate))
                  (i64x2.extmul_high_i32x4_u (local.get $until) (local.get $rate)))))
                (local.set $ahead (i32x4.le_s (local.get $more)
                  (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31
                  (i64x2.extmul_low_i32x4_u (local.get $later) (local.get $rate))
                  (i64x2.extmul_high_i32x4_u (local.get $later) (local.get $rate)))))
                (local.set $lane (i32.or
                  (i32x4.bitmask (local.get $gate))
                  (i32.shl (i32x4.bitmask (local.get $ahead)) (i32.const 4))))
                (if (i32.eqz (local.get $lane))
                  (then
                    (local.set $at (i32.add (local.get $at) (i32.const 32)))
                    (br $flat)))
                (local.set $lane (i32.shl (i32.ctz (local.get $lane)) (i32.const 2)))
                (v128.store (global.get $scratch) (local.get $until))
                (v128.store offset=16 (global.get $scratch) (local.get $later))
                (local.set $high
                  (i32.load (i32.add (global.get $scratch) (local.get $lane))))
                (local.set $at (i32.add (local.get $at) (local.get $lane)))
                (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
                (local.set $price (i32.load (local.get $at)))
                (if (i64.le_s
                      (i64.mul (i64.extend_i32_s (local.get $price)) (i64.const 10000))
                      (i64.mul (i64.extend_i32_s (local.get $high)) (global.get $fallKeep)))
                  (then
                    (local.set $quantity (global.get $sharesToBuy))
                    (if (i32.or
                          (i64.ge_s (global.get $maxPosition) (i64.const 0))
                          (i64.lt_s
                            (i64.sub (local.get $cash) (global.get $reserve))
                            (i64.mul
                              (local.get $quantity) (i64.extend_i32_s (local.get $price)))))
                      (then (local.set $quantity
                        (call $sizeOf (local.get $price) (local.get $cash)))))
                    (br_if $decided (i64.gt_s (local.get $quantity) (i64.const 0)))))
                (local.set $so (i32x4.splat (local.get $high)))
                (local.set $at (i32.add (local.get $at) (i32.const 4)))
                (br $flat))))

          ;; Holding: the stop, the target, and the gates outside of which the drawdown moves.
          (local.set $stopAt (i32.const 0))
          (local.set $targetAt (i32.const 0x7fffffff))
          (if (global.get $hasStop)
            (then (local.set $stopAt (i32.wrap_i64 (i64.div_s
              (i64.div_s (i64.mul (local.get $cost) (global.get $stopKeep)) (i64.const 10000))
              (local.get $held))))))
          (if (global.get $hasTarget)
            (then (local.set $targetAt (i32.wrap_i64 (call $divideUp
              (call $divideUp
                (i64.mul (local.get $cost) (global.get $targetKeep)) (i64.const 10000))
              (local.get $held))))))
          (local.set $ofCash (f64.convert_i64_s (local.get $cash)))
          (local.set $ofHeld (f64.convert_i64_s (local.get $held)))
          (local.set $above (i32.const 0x7fffffff))
          (local.set $under (i32.const 0))
          (if (local.get $isFused)
            (then
              (if (i64.ne (local.get $held) (local.get $ofEach))
                (then
                  (local.set $ofEach (local.get $held))
                  (local.set $each (f64.div (f64.const 1) (local.get $ofHeld)))))
              ;; The price of the mark and the price of the floor. They stand two prices apart from
              ;; where they might, so that no rounding hides a mark or a drawdown.
              (local.set $gate (i32x4.trunc_sat_f64x2_s_zero (f64x2.add
                (f64x2.mul
                  (f64x2.sub
                    (f64x2.replace_lane 1 (f64x2.splat (local.get $mark)) (local.get $floor))
                    (f64x2.splat (local.get $ofCash)))
                  (f64x2.splat (local.get $each)))
                (v128.const f64x2 -2 2))))
              (local.set $above (i32x4.extract_lane 0 (local.get $gate)))
              (local.set $under (i32x4.extract_lane 1 (local.get $gate)))))
          (local.set $so (i32x4.splat (local.get $low)))
          (local.set $rate (i32x4.splat (global.get $riseGate)))
          (loop $holding
            (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
            (local.set $upper (select (local.get $targetAt) (local.get $above)
              (i32.lt_s (local.get $targetAt) (local.get $above))))
            (local.set $lower (select (i32.add (local.get $stopAt) (i32.const 1)) (local.get $under)
              (i32.ge_s (local.get $stopAt) (local.get $under))))
            (local.set $most (i32x4.splat (local.get $upper)))
            (local.set $least (i32x4.splat (local.get $lower)))
            (loop $pass
              (local.set $four (v128.load (local.get $at)))
              (local.set $more (v128.load offset=16 (local.get $at)))
              ;; The lowest up to each of the eight, and where a rise from it may begin.
              (local.set $until (i32x4.min_s (local.get $four)
                (i8x16.shuffle 0 1 2 3 0 1 2 3 4 5 6 7 8 9 10 11
                  (local.get $four) (local.get $four))))
              (local.set $until (i32x4.min_s (local.get $so) (i32x4.min_s (local.get $until)
                (i8x16.shuffle 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
                  (local.get $until) (local.get $until)))))
              (local.set $so (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15
                (local.get $until) (local.get $until)))
              (local.set $later (i32x4.min_s (local.get $more)
                (i8x16.shuffle 0 1 2 3 0 1 2 3 4 5 6 7 8 9 10 11
                  (local.get $more) (local.get $more))))
              (local.set $later (i32x4.min_s (local.get $so) (i32x4.min_s (local.get $later)
                (i8x16.shuffle 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
                  (local.get $later) (local.get $later)))))
              (local.set $so (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15
                (local.get $later) (local.get $later)))
              (local.set $gate (v128.or (local.get $off) (i32x4.add (local.get $until)
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31
                  (i64x2.extmul_low_i32x4_u (local.get $until) (local.get $rate))
                  (i64x2.extmul_high_i32x4_u (local.get $until) (local.get $rate))))))
              (local.set $gate (v128.or
                (i32x4.ge_s (local.get $four)
                  (i32x4.min_s (local.get $gate) (local.get $most)))
                (i32x4.lt_s (local.get $four) (local.get $least))))
              (local.set $ahead (v128.or (local.get $off) (i32x4.add (local.get $later)
                (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31
                  (i64x2.extmul_low_i32x4_u (local.get $later) (local.get $rate))
                  (i64x2.extmul_high_i32x4_u (local.get $later) (local.get $rate))))))
              (local.set $ahead (v128.or
                (i32x4.ge_s (local.get $more)
                  (i32x4.min_s (local.get $ahead) (local.get $most)))
                (i32x4.lt_s (local.get $more) (local.get $least))))
              (local.set $lane (i32.or
                (i32x4.bitmask (local.get $gate))
                (i32.shl (i32x4.bitmask (local.get $ahead)) (i32.const 4))))
              (if (i32.eqz (local.get $lane))
                (then
                  (local.set $at (i32.add (local.get $at) (i32.const 32)))
                  (br_if $pass (i32.lt_u (local.get $at) (local.get $end)))
                  (br $done))))
            (local.set $lane (i32.shl (i32.ctz (local.get $lane)) (i32.const 2)))
            (v128.store (global.get $scratch) (local.get $until))
            (v128.store offset=16 (global.get $scratch) (local.get $later))
            (local.set $low (i32.load (i32.add (global.get $scratch) (local.get $lane))))
            (local.set $at (i32.add (local.get $at) (local.get $lane)))
            (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
            (local.set $price (i32.load (local.get $at)))
            (if (i32.or
                  (i32.gt_s (local.get $price) (local.get $above))
                  (i32.lt_s (local.get $price) (local.get $under)))
              (then
                (local.set $equity (f64.add (local.get $ofCash)
                  (f64.mul (local.get $ofHeld) (f64.convert_i32_s (local.get $price)))))
                (if (f64.lt (local.get $mark) (local.get $equity))
                  (then
                    (if (local.get $isDeeper)
                      (then (local.set $worst (call $deeper
                        (local.get $floor) (local.get $mark) (local.get $worst)))))
                    (local.set $isDeeper (i32.const 0))
                    (local.set $mark (local.get $equity))
                    (local.set $floor (f64.mul
                      (f64.mul (local.get $mark) (f64.add (f64.const 1) (local.get $worst)))
                      (f64.const 1.000000000001)))
                    ;; The price of the floor rises by less than that of the mark.
                    (local.set $under (i32.add (local.get $under)
                      (i32.sub (local.get $price) (local.get $above))))
                    (local.set $above (local.get $price)))
                  (else
                    (if (f64.lt (local.get $equity) (local.get $floor))
                      (then
                        (local.set $floor (local.get $equity))
                        (local.set $isDeeper (i32.const 1))
                        (local.set $under (local.get $price)))
                      (else (local.set $under (i32.trunc_sat_f64_s (f64.add
                        (f64.mul
                          (f64.sub (local.get $floor) (local.get $ofCash)) (local.get $each))
                        (f64.const 2))))))))))
            ;; The stop sells all; the others what one exit sells.
            (local.set $quantity (local.get $held))
            (local.set $reason (i32.const 4))
            (br_if $decided (i32.le_s (local.get $price) (local.get $stopAt)))
            (if (i64.lt_s (global.get $sharesToSell) (local.get $held))
              (then (local.set $quantity (global.get $sharesToSell))))
            (local.set $reason (i32.const 3))
            (br_if $decided (i32.le_s (local.get $targetAt) (local.get $price)))
            (local.set $reason (i32.const 2))
            (br_if $decided (i32.and (global.get $hasTrail) (i64.ge_s
              (i64.mul (i64.extend_i32_s (local.get $price)) (i64.const 10000))
              (i64.mul (i64.extend_i32_s (local.get $low)) (global.get $riseKeep)))))
            (local.set $so (i32x4.splat (local.get $low)))
            (local.set $at (i32.add (local.get $at) (i32.const 4)))
            (br $holding)))

        ;; The close at $at decided: the order fills, or is canceled, or no opening follows.
        (local.set $lane (i32.sub (local.get $at) (global.get $close)))
        (local.set $k (i32.shr_u (local.get $lane) (i32.const 2)))
        (local.set $next (i32.add (local.get $k) (i32.const 1)))
        (local.set $place (i32.load (i32.add (local.get $placeColumn) (local.get $lane))))
        (if (i32.lt_s (local.get $place) (i32.const 0))
          (then (local.set $unfilled (i32.const 1)) (br $done)))
        (local.set $price (i32.load (i32.add (local.get $fillColumn) (local.get $lane))))
        (if (i32.or (local.get $curve) (i32.eqz (local.get $isFused)))
          (then (call $valueTo (local.get $k) (local.get $isFused) (local.get $curve)
            (local.get $cash) (local.get $held))))
        (local.set $value
          (i64.mul (i64.extend_i32_s (local.get $price)) (local.get $quantity)))
        (if (i32.eq (local.get $reason) (i32.const 1))
          (then
            (if (i64.lt_s (local.get $cash) (local.get $value))
              (then
                (local.set $canceled (i32.add (local.get $canceled) (i32.const 1)))
                (br $again)))
            (local.set $cash (i64.sub (local.get $cash) (local.get $value)))
            (local.set $cost (local.get $value))
            (local.set $held (local.get $quantity))
            (local.set $heldFrom (local.get $place))
            (local.set $buys (i32.add (local.get $buys) (i32.const 1))))
          (else
            (local.set $removed (local.get $cost))
            (if (i64.ne (local.get $quantity) (local.get $held))
              (then (local.set $removed (call $costOf
                (local.get $quantity) (local.get $cost) (local.get $held)))))
            (local.set $realized (i64.sub (local.get $value) (local.get $removed)))
            (local.set $cash (i64.add (local.get $cash) (local.get $value)))
            (local.set $cost (i64.sub (local.get $cost) (local.get $removed)))
            (local.set $held (i64.sub (local.get $held) (local.get $quantity)))
            (local.set $sells (i32.add (local.get $sells) (i32.const 1)))
            ;; Nobody can tell a win beforehand, not even a branch predictor.
            (local.set $isWin (i64.gt_s (local.get $realized) (i64.const 0)))
            (local.set $wins (i32.add (local.get $wins) (local.get $isWin)))
            (local.set $won (i64.add (local.get $won)
              (select (local.get $realized) (i64.const 0) (local.get $isWin))))
            (local.set $lost (i64.sub (local.get $lost)
              (select (i64.const 0) (local.get $realized) (local.get $isWin))))
            (if (i64.eqz (local.get $held))
              (then
                (local.set $holding (i32.add (local.get $holding)
                  (i32.sub (local.get $place) (local.get $heldFrom))))
                ;; The day it is flat again. Where days are valued one by one, this is one of them.
                (if (local.get $isFused)
                  (then
                    (local.set $equity (f64.convert_i64_s (local.get $cash)))
                    (if (f64.lt (local.get $mark) (local.get $equity))
                      (then
                        (if (local.get $isDeeper)
                          (then (local.set $worst (call $deeper
                            (local.get $floor) (local.get $mark) (local.get $worst)))))
                        (local.set $isDeeper (i32.const 0))
                        (local.set $mark (local.get $equity))
                        (local.set $floor (f64.mul
                          (f64.mul (local.get $mark) (f64.add (f64.const 1) (local.get $worst)))
                          (f64.const 1.000000000001))))
                      (else
                        (if (f64.lt (local.get $equity) (local.get $floor))
                          (then
                            (local.set $floor (local.get $equity))
                            (local.set $isDeeper (i32.const 1))))))))))))
        (if (local.get $log)
          (then
            (i32.store offset=0 (local.get $log) (local.get $k))
            (i32.store offset=4 (local.get $log) (local.get $reason))
            (i32.store offset=8 (local.get $log) (i32.wrap_i64 (local.get $quantity)))
            (i32.store offset=12 (local.get $log) (local.get $price))
            (local.set $log (i32.add (local.get $log) (i32.const 16)))))
        (local.set $high (local.get $price))
        (local.set $low (local.get $price))
        (global.set $below (i32.const 0))
        (br $again)))
    (if (i32.or (local.get $curve) (i32.eqz (local.get $isFused)))
      (then (call $valueTo (i32.sub (global.get $count) (i32.const 1)) (local.get $isFused)
        (local.get $curve) (local.get $cash) (local.get $held))))
    (if (i32.eqz (i64.eqz (local.get $held)))
      (then (local.set $holding (i32.add (local.get $holding)
        (i32.sub (global.get $places) (local.get $heldFrom))))))
    (f64.store offset=0 (local.get $outcome) (f64.convert_i64_s (local.get $cash)))
    (f64.store offset=8 (local.get $outcome) (f64.convert_i64_s (local.get $held)))
    (f64.store offset=16 (local.get $outcome) (f64.convert_i64_s (local.get $cost)))
    (f64.store offset=24 (local.get $outcome) (f64.convert_i32_s (local.get $buys)))
    (f64.store offset=32 (local.get $outcome) (f64.convert_i32_s (local.get $sells)))
    (f64.store offset=40 (local.get $outcome) (f64.convert_i32_s (local.get $wins)))
    (f64.store offset=48 (local.get $outcome) (f64.convert_i64_s (local.get $won)))
    (f64.store offset=56 (local.get $outcome) (f64.convert_i64_s (local.get $lost)))
    (f64.store offset=64 (local.get $outcome) (f64.convert_i32_s (local.get $canceled)))
    (f64.store offset=72 (local.get $outcome) (f64.convert_i32_s (local.get $unfilled)))
    (f64.store offset=80 (local.get $outcome) (f64.convert_i32_s (local.get $holding)))
    (if (local.get $isDeeper)
      (then (local.set $worst (call $deeper
        (local.get $floor) (local.get $mark) (local.get $worst)))))
    (f64.store offset=88 (local.get $outcome)
      (select (local.get $worst) (global.get $worst) (local.get $isFused))))

  (func $at (param $column i32) (param $k i32) (result i32)
    (i32.load (i32.add (local.get $column) (i32.shl (local.get $k) (i32.const 2)))))

  ;; Where a close has to be found to buy within a band, or the end of the closes: close by close,
  ;; for the sessions that end below it are counted.
  (func $seekInBand (param $k i32) (param $cash i64) (result i32)
    (local $high i32) (local $price i32) (local $today i32) (local $enters i32)
    (local $scaled i64) (local $isBelow i32)
    (local.set $high (global.get $high))
    (block $found
      (loop $one
        (br_if $found (i32.ge_s (local.get $k) (global.get $count)))
        (local.set $price (call $at (global.get $close) (local.get $k)))
        (if (i32.gt_s (local.get $price) (local.get $high))
          (then (local.set $high (local.get $price))))
        (local.set $scaled (i64.mul (i64.extend_i32_s (local.get $price)) (i64.const 10000)))
        (local.set $isBelow (i64.lt_s (local.get $scaled)
          (i64.mul (i64.extend_i32_s (local.get $high)) (global.get $bandKeep))))
        (local.set $enters (i32.const 0))
        (if (i32.eqz (local.get $isBelow))
          (then
            (if (i64.le_s (local.get $scaled)
                  (i64.mul (i64.extend_i32_s (local.get $high)) (global.get $fallKeep)))
              (then (local.set $enters (i64.gt_s
                (call $sizeOf (local.get $price) (local.get $cash)) (i64.const 0)))))))
        (local.set $today (call $at (global.get $day) (local.get $k)))
        (if (i32.eq (call $at (global.get $dayLast) (local.get $today)) (local.get $k))
          (then
            (global.set $below (select
              (i32.add (global.get $below) (i32.const 1)) (i32.const 0) (local.get $isBelow)))
            ;; SESSIONS_BELOW_MAX
            (if (i32.eq (global.get $below) (i32.const 20))
              (then
                (local.set $high (local.get $price))
                (global.set $below (i32.const 0))))))
        (br_if $found (local.get $enters))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br $one)))
    (global.set $high (local.get $high))
    (i32.add (global.get $close) (i32.shl (local.get $k) (i32.const 2))))

  ;; Shares an entry of a flat account buys: below 1 for none.
  (func $sizeOf (param $each i32) (param $cash i64) (result i64)
    (local $price i64) (local $quantity i64) (local $other i64)
    (local.set $price (i64.extend_i32_s (local.get $each)))
    (local.set $quantity (global.get $sharesToBuy))
    ;; Below zero it is no share, however that is rounded.
    (local.set $other (i64.div_s
      (i64.sub (local.get $cash) (global.get $reserve)) (local.get $price)))
    (if (i64.lt_s (local.get $other) (local.get $quantity))
      (then (local.set $quantity (local.get $other))))
    (if (i64.ge_s (global.get $maxPosition) (i64.const 0))
      (then
        (local.set $other (i64.div_s
          (i64.div_s (i64.mul (local.get $cash) (global.get $maxPosition)) (i64.const 10000))
          (local.get $price)))
        (if (i64.lt_s (local.get $other) (local.get $quantity))
          (then (local.set $quantity (local.get $other))))))
    (local.get $quantity))

  (func $divideUp (param $dividend i64) (param $divisor i64) (result i64)
    (i64.div_s
      (i64.sub (i64.add (local.get $dividend) (local.get $divisor)) (i64.const 1))
      (local.get $divisor)))

  ;; What so many of the shares held cost: half-even, as mulDivHalfEven has it.
  (func $costOf (param $quantity i64) (param $cost i64) (param $held i64) (result i64)
    (local $product i64) (local $down i64) (local $twice i64)
    (local.set $product (i64.mul (local.get $cost) (local.get $quantity)))
    (local.set $down (i64.div_s (local.get $product) (local.get $held)))
    (local.set $twice (i64.mul (i64.const 2)
      (i64.sub (local.get $product) (i64.mul (local.get $down) (local.get $held)))))
    (if (i32.or
          (i64.gt_s (local.get $twice) (local.get $held))
          (i32.and
            (i64.eq (local.get $twice) (local.get $held))
            (i32.wrap_i64 (i64.and (local.get $down) (i64.const 1)))))
      (then (return (i64.add (local.get $down) (i64.const 1)))))
    (local.get $down))

  (func $deeper (param $equity f64) (param $mark f64) (param $worst f64) (result f64)
    (local $depth f64)
    (local.set $depth (f64.sub (f64.div (local.get $equity) (local.get $mark)) (f64.const 1)))
    (select (local.get $depth) (local.get $worst) (f64.lt (local.get $depth) (local.get $worst))))

  (func $noteEquity (param $equity f64)
    (if (f64.lt (global.get $mark) (local.get $equity))
      (then (global.set $mark (local.get $equity)))
      (else (global.set $worst (call $deeper
        (local.get $equity) (global.get $mark) (global.get $worst))))))

  ;; Values the account at the end of each day up to the close. Where the drawdown was followed on
  ;; the way, only the curve is left to be drawn.
  (func $valueTo (param $k i32) (param $isFused i32) (param $curve i32)
    (param $cash i64) (param $held i64)
    (local $day i32) (local $to i32)
    (local.set $to (call $at (global.get $day) (local.get $k)))
    (local.set $to (i32.add (local.get $to)
      (i32.le_s (call $at (global.get $dayLast) (local.get $to)) (local.get $k))))
    (local.set $day (global.get $daysKnown))
    (if (i32.ge_s (local.get $day) (local.get $to)) (then (return)))
    (global.set $daysKnown (local.get $to))
    (if (i32.eqz (local.get $isFused))
      (then (call $followDays (local.get $day) (local.get $to)
        (f64.convert_i64_s (local.get $cash)) (f64.convert_i64_s (local.get $held)))))
    (if (local.get $curve)
      (then (call $drawDays (local.get $day) (local.get $to) (local.get $curve)
        (f64.convert_i64_s (local.get $cash)) (f64.convert_i64_s (local.get $held))))))

  (func $followDays (param $day i32) (param $to i32) (param $cash f64) (param $held f64)
    (if (f64.eq (local.get $held) (f64.const 0))
      (then (call $noteEquity (local.get $cash)) (return)))
    (loop $each
      (call $noteEquity (f64.add (local.get $cash) (f64.mul (local.get $held)
        (f64.convert_i32_s (call $at (global.get $dayClose) (local.get $day))))))
      (local.set $day (i32.add (local.get $day) (i32.const 1)))
      (br_if $each (i32.lt_s (local.get $day) (local.get $to)))))

  ;; Two days in one step: one too many is drawn over by the next ones, or lies behind the last.
  (func $drawDays (param $day i32) (param $to i32) (param $curve i32)
    (param $cash f64) (param $held f64)
    (local $from i32)
    (local.set $from (i32.add (global.get $dayClose) (i32.shl (local.get $day) (i32.const 2))))
    (local.set $to (i32.add (local.get $curve) (i32.shl (local.get $to) (i32.const 3))))
    (local.set $curve (i32.add (local.get $curve) (i32.shl (local.get $day) (i32.const 3))))
    (loop $each
      (v128.store (local.get $curve) (f64x2.add (f64x2.splat (local.get $cash))
        (f64x2.mul (f64x2.splat (local.get $held))
          (f64x2.convert_low_i32x4_s (v128.load64_zero (local.get $from))))))
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (local.set $curve (i32.add (local.get $curve) (i32.const 16)))
      (br_if $each (i32.lt_u (local.get $curve) (local.get $to))))))
