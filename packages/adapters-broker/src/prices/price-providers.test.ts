import { describeMarketData } from "@sevenfold/application/ports/market-data.conformance";

import { tiingoBench, twelveDataBench, yahooBench } from "./testing/price-benches.ts";
import { alpacaPriceBench, builtInPriceBench } from "./testing/streaming-benches.ts";

describeMarketData(yahooBench());
describeMarketData(twelveDataBench());
describeMarketData(tiingoBench());
describeMarketData(alpacaPriceBench());
describeMarketData(builtInPriceBench());
