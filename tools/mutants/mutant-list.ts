import { ACTIVITIES } from "./activities.ts";
import { ALIKE_ORDERS } from "./alike-orders.ts";
import { ALPACA_ANSWERS } from "./alpaca-answers.ts";
import { ANSWERS_ON_PAGES } from "./answers-on-pages.ts";
import { BACKUPS } from "./backups.ts";
import { BOOKS } from "./books.ts";
import { BOOKS_AT_EDGES } from "./books-at-edges.ts";
import { BREAKERS } from "./breakers.ts";
import { BROKER_FAULTS } from "./broker-faults.ts";
import { BROKER_UNREAD } from "./broker-unread.ts";
import { CALENDAR } from "./calendar.ts";
import { CASH_HELD_BACK } from "./cash-held-back.ts";
import { CHANGED_OVERNIGHT } from "./changed-overnight.ts";
import { CHOSEN_SYMBOLS } from "./chosen-symbols.ts";
import { CLOCKS } from "./clocks.ts";
import { COMMAND_LINES } from "./command-lines.ts";
import { CURRENT_BOOK } from "./current-book.ts";
import { DECISIONS } from "./decisions.ts";
import { DECISIONS_AT_EDGES } from "./decisions-at-edges.ts";
import { EMERGENCY_SALES } from "./emergency-sales.ts";
import { EXACT_MONEY } from "./exact-money.ts";
import { EXCHANGE_BOOK } from "./exchange-book.ts";
import { EXCHANGE_HALTS } from "./exchange-halts.ts";
import { FAILING_CALLS } from "./failing-calls.ts";
import { FILES_OF_BARS } from "./files-of-bars.ts";
import { HALTED_SPLITS } from "./halted-splits.ts";
import { HTTP_DOORS } from "./http-doors.ts";
import { KEPT_FOR_A_TIME } from "./kept-for-a-time.ts";
import { KILLED_STRATEGIES } from "./killed-strategies.ts";
import { LATE_ORDERS } from "./late-orders.ts";
import { LEAVERS } from "./leavers.ts";
import { LOST_ORDERS } from "./lost-orders.ts";
import { MARGIN_CALLS } from "./margin-calls.ts";
import type { Mutant, MutantGroup } from "./mutant.ts";
import { OLDER_BOOKS } from "./older-books.ts";
import { OPERATORS } from "./operators.ts";
import { ORDER_EVENTS } from "./order-events.ts";
import { ORDERS } from "./orders.ts";
import { ORDERS_AT_EDGES } from "./orders-at-edges.ts";
import { OTHER_SHARES } from "./other-shares.ts";
import { OWN_MARKETS } from "./own-markets.ts";
import { PARTS_ELSEWHERE } from "./parts-elsewhere.ts";
import { PAYMENTS } from "./payments.ts";
import { PRICES } from "./prices.ts";
import { PROGRAMS_AND_GUESSES } from "./programs-and-guesses.ts";
import { PROVIDERS } from "./providers.ts";
import { QUIET_MOMENTS } from "./quiet-moments.ts";
import { QUIET_PRICES } from "./quiet-prices.ts";
import { RARE_MOMENTS } from "./rare-moments.ts";
import { RECONCILIATION } from "./reconciliation.ts";
import { REPEATED_REQUESTS } from "./repeated-requests.ts";
import { REPLACED_KEYS } from "./replaced-keys.ts";
import { REQUEST_FORMS } from "./request-forms.ts";
import { ROWS_AT_ONCE } from "./rows-at-once.ts";
import { SAFETY } from "./safety.ts";
import { SENT_AGAIN } from "./sent-again.ts";
import { SENT_IN_VAIN } from "./sent-in-vain.ts";
import { SHARED_NEWS } from "./shared-news.ts";
import { SIGN_INS } from "./sign-ins.ts";
import { SILENT_SERVERS } from "./silent-servers.ts";
import { SPLIT_STRATEGIES } from "./split-strategies.ts";
import { STAKES } from "./stakes.ts";
import { STOPS } from "./stops.ts";
import { STORAGE } from "./storage.ts";
import { STRANGERS } from "./strangers.ts";
import { TAKE_OVERS } from "./take-overs.ts";
import { TOGETHER } from "./together.ts";
import { TOLD_LATER } from "./told-later.ts";
import { TOLD_STRATEGIES } from "./told-strategies.ts";
import { TRAILS_OFF_THE_LIST } from "./trails-off-the-list.ts";
import { VENDOR_ANSWERS } from "./vendor-answers.ts";
import { VENUES } from "./venues.ts";
import { WAITING_STRATEGIES } from "./waiting-strategies.ts";
import { WATCH } from "./watch.ts";
import { WATCH_LINES } from "./watch-lines.ts";
import { WEB } from "./web.ts";
import { WHAT_DIFFERS } from "./what-differs.ts";
import { WORKER } from "./worker.ts";

/** Faults of the trading path, of the watch over it and of who is let in, by what they break. */
export const MUTANT_GROUPS: readonly MutantGroup[] = [
  DECISIONS,
  CALENDAR,
  BOOKS,
  ORDER_EVENTS,
  ORDERS,
  BREAKERS,
  SENT_AGAIN,
  SENT_IN_VAIN,
  KILLED_STRATEGIES,
  LATE_ORDERS,
  CHOSEN_SYMBOLS,
  CLOCKS,
  FAILING_CALLS,
  FILES_OF_BARS,
  DECISIONS_AT_EDGES,
  ORDERS_AT_EDGES,
  BOOKS_AT_EDGES,
  RECONCILIATION,
  ACTIVITIES,
  VENDOR_ANSWERS,
  ALPACA_ANSWERS,
  EXACT_MONEY,
  MARGIN_CALLS,
  OTHER_SHARES,
  PARTS_ELSEWHERE,
  CHANGED_OVERNIGHT,
  HALTED_SPLITS,
  TOLD_LATER,
  TAKE_OVERS,
  OLDER_BOOKS,
  CASH_HELD_BACK,
  LEAVERS,
  OPERATORS,
  LOST_ORDERS,
  ALIKE_ORDERS,
  WORKER,
  TOGETHER,
  QUIET_MOMENTS,
  PRICES,
  QUIET_PRICES,
  PROVIDERS,
  EXCHANGE_BOOK,
  EXCHANGE_HALTS,
  SAFETY,
  EMERGENCY_SALES,
  STOPS,
  STORAGE,
  STRANGERS,
  HTTP_DOORS,
  SHARED_NEWS,
  SILENT_SERVERS,
  CURRENT_BOOK,
  TRAILS_OFF_THE_LIST,
  BROKER_UNREAD,
  WHAT_DIFFERS,
  VENUES,
  BROKER_FAULTS,
  WATCH,
  STAKES,
  WATCH_LINES,
  WEB,
  ANSWERS_ON_PAGES,
  SPLIT_STRATEGIES,
  WAITING_STRATEGIES,
  TOLD_STRATEGIES,
  SIGN_INS,
  REPLACED_KEYS,
  REQUEST_FORMS,
  PROGRAMS_AND_GUESSES,
  REPEATED_REQUESTS,
  PAYMENTS,
  KEPT_FOR_A_TIME,
  ROWS_AT_ONCE,
  OWN_MARKETS,
  RARE_MOMENTS,
  COMMAND_LINES,
  BACKUPS,
];

export const MUTANTS: readonly Mutant[] = MUTANT_GROUPS.flatMap(({ mutants }) => mutants);
