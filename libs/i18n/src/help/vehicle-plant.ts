import type { HelpFile } from './help';

export const vehiclePlantHelp = {
  '/production': {
    purpose: {
      ko: '공장에서 만든 차량마다 단말기 장착, 출고, 판매 정보를 관리합니다. 차대번호와 모델은 공장 시스템이 등록하며 여기서는 바꾸지 않습니다.',
      en: 'Device, shipment and sale of every unit built. VIN and model come from the factory system and are not changed here.',
    },
    tasks: [
      {
        title: { ko: '여러 대 한꺼번에 출고 처리하기', en: 'Ship several units at once' },
        words: { ko: '출고 등록, 대리점 배정, 배차', en: 'set shipment date, assign a dealer, deliver' },
        steps: [
          {
            ko: '출고할 차량의 확인란을 선택합니다. [⇧]와 함께 누르면 범위를 한 번에 고릅니다.',
            en: 'Select the units; hold [⇧] to select a range.',
          },
          {
            ko: '{production.ship}을(를) 누르고 출고일과 대리점을 입력합니다.',
            en: 'Press {production.ship} and enter date and dealer.',
          },
          {
            ko: '한 대라도 조건에 맞지 않으면 전체를 저장하지 않고 그 차량을 알려 줍니다.',
            en: 'If one unit cannot be shipped, nothing is saved and the unit is named.',
          },
        ],
      },
      {
        title: { ko: '단말기 없는 차량 찾기', en: 'Find units without a device' },
        words: { ko: '미장착 차량, 매칭 안 된 차량', en: 'unmatched units, no device installed' },
        steps: [
          {
            ko: '{production.matched} 조건을 {production.no}(으)로 두고 조회합니다.',
            en: 'Set the filter {production.matched} to {production.no}.',
          },
          {
            ko: '행을 열고 {production.edit}에서 단말기를 고릅니다.',
            en: 'Open the row and choose a device under {production.edit}.',
          },
        ],
      },
    ],
    states: [
      {
        term: 'production.deviceStatus.in_use',
        mark: 'normal',
        means: { ko: '서버가 이 단말기의 접속을 받습니다.', en: 'The server accepts this device.' },
      },
      {
        term: 'production.deviceStatus.not_in_use',
        mark: 'off',
        means: { ko: '등록이 해제되어 접속이 거부됩니다.', en: 'Unregistered: its connections are refused.' },
      },
    ],
  },

  '/productionDetail/$number': {
    purpose: {
      ko: '차량 한 대의 제원, 단말기 장착, 출고, 판매와 변경 이력을 봅니다.',
      en: 'Data, device, shipment, sale and change history of one unit.',
    },
    tasks: [
      {
        title: { ko: '통신 없는 단말기 확인하기', en: 'Check a device without communication' },
        words: { ko: '출고했는데 통신이 없음, 단말기 불량', en: 'shipped but no communication, broken device' },
        steps: [
          {
            ko: '출고한 뒤 오래 통신이 없으면 맨 위에 경고가 나타납니다.',
            en: 'A warning at the top says that a shipped unit has had no communication for a long time.',
          },
          {
            ko: '{production.deviceId}을(를) 눌러 단말기 화면에서 최근 통신, 신호 세기, SIM을 확인합니다.',
            en: 'Open {production.deviceId} and check last communication, signal and SIM.',
          },
        ],
      },
    ],
  },

  '/productionModi/$number': {
    purpose: {
      ko: '단말기 장착, 출고일, 대리점, 마력과 변속기를 고칩니다.',
      en: 'Change device, shipment, dealer, horsepower and transmission.',
    },
    tasks: [
      {
        title: { ko: '단말기 장착하거나 교체하기', en: 'Install or replace a device' },
        words: { ko: '단말기 바꾸기, 매칭, 단말기 빼기', en: 'swap the device, match, remove the device' },
        steps: [
          {
            ko: '{production.findDevice}에 단말기 ID 일부를 입력하고 목록에서 고릅니다. 장착되지 않은 단말기만 나옵니다.',
            en: 'Enter a part of the ID under {production.findDevice}. Only devices that are not installed are listed.',
          },
          {
            ko: '매칭일을 입력하고 저장합니다. 교체나 분리는 대화 상자에서 한 번 더 확인합니다.',
            en: 'Enter the matching date and save. A replacement or removal is confirmed once more.',
          },
          {
            ko: '원격 진단이나 리프로그램이 진행되는 동안에는 바꿀 수 없습니다. 측정한 데이터는 차량에 남습니다.',
            en: 'Not possible during diagnosis or reprogramming. Measured data stays with the unit.',
          },
        ],
      },
      {
        title: { ko: '출고 취소하기', en: 'Cancel a shipment' },
        words: { ko: '출고 되돌리기, 반품', en: 'undo a shipment, return' },
        steps: [
          {
            ko: '{production.unship}을(를) 누르고 저장합니다. 판매된 차량의 출고는 취소할 수 없습니다.',
            en: 'Press {production.unship} and save. The shipment of a sold unit cannot be canceled.',
          },
        ],
      },
    ],
  },

  '/device': {
    purpose: {
      ko: '모든 단말기의 연결 상태, 펌웨어, SIM, 신호 세기를 봅니다. 통신 문제를 조사할 때 여기서 시작합니다.',
      en: 'Connection, firmware, SIM and signal of all devices. Start here to look into a communication problem.',
    },
    tasks: [
      {
        title: { ko: '통신이 끊긴 단말기 찾기', en: 'Find devices without communication' },
        words: { ko: '단말기 불통, 오프라인, 전파 약함, 유심', en: 'dead device, offline, weak signal, SIM card' },
        steps: [
          {
            ko: '{device.connection}을(를) {device.offline}(으)로 두고 {device.lastSeen} 순으로 정렬합니다.',
            en: 'Set {device.connection} to {device.offline} and sort by {device.lastSeen}.',
          },
          {
            ko: '{device.skewed}을(를) 켜면 시계가 어긋난 단말기만 나옵니다. 저장되는 시각은 서버가 보정합니다.',
            en: '{device.skewed} lists devices whose clock is wrong; the server corrects the stored times.',
          },
        ],
      },
    ],
    states: [
      { term: 'device.online', mark: 'normal', means: { ko: '지금 연결되어 있습니다.', en: 'Connected now.' } },
      {
        term: 'device.offline',
        mark: 'off',
        means: {
          ko: '연결되어 있지 않습니다. 시동을 끈 차량의 단말기는 절전 상태일 수 있습니다.',
          en: 'Not connected; with the engine off the device may be asleep.',
        },
      },
    ],
  },

  '/deviceDetail/$number': {
    purpose: {
      ko: '단말기 하나의 통신 상태, 보낸 설정과 확인 여부, 7일 통신량, 격리 메시지, 변경 이력을 봅니다.',
      en: 'Connection, configuration sent and confirmed, traffic of 7 days, quarantined messages and change history of one device.',
    },
    tasks: [
      {
        title: { ko: '설정이 전달되었는지 확인하기', en: 'Check whether the configuration arrived' },
        words: { ko: '설정 전송, 수집 주기 적용, 한계각 적용', en: 'sent settings, interval applied' },
        steps: [
          {
            ko: '{device.config}에서 보낸 시각과 단말기의 확인 여부를 봅니다. 꺼진 단말기는 다시 연결될 때 받습니다.',
            en: '{device.config} shows when it was sent and whether the device confirmed it. A device that is off receives it when it reconnects.',
          },
        ],
      },
      {
        title: { ko: '원본 메시지 받아 보기', en: 'Watch the raw messages' },
        words: { ko: '패킷 보기, 로그, 수신 내용', en: 'packets, log, what it sends' },
        steps: [
          {
            ko: '{device.raw}에서 {device.raw.start}을(를) 누릅니다. 이 화면을 보는 동안에만 받고 저장하지 않습니다.',
            en: 'Press {device.raw.start} under {device.raw}. Messages are received only while this screen is open and are not stored.',
          },
        ],
      },
      {
        title: { ko: '단말기 등록 해제하기', en: 'Unregister a device' },
        words: { ko: '단말기 폐기, 분실, 접속 차단', en: 'retire, lost device, block access' },
        steps: [
          {
            ko: '{device.unregister}을(를) 누르고 사유와 단말기 ID를 입력합니다.',
            en: 'Press {device.unregister}, enter the reason and type the device ID.',
          },
          {
            ko: '차량에서 분리되고 접속이 바로 끊깁니다. 콘솔에서는 되돌릴 수 없고 공장에서만 다시 등록합니다.',
            en: 'It is removed from its vehicle and its connection ends at once. Only the factory can register it again.',
          },
          {
            ko: '미처리 SOS가 있거나 리프로그램이 진행되는 동안에는 해제할 수 없습니다.',
            en: 'Not possible while an SOS is open or during reprogramming.',
          },
        ],
      },
    ],
  },

  '/deviceModi/$number': {
    purpose: {
      ko: '단말기의 SIM 번호, 개통번호, 수집 주기, 유형, 장착 차량을 고칩니다.',
      en: 'Change SIM, activation number, interval, type and vehicle of a device.',
    },
    tasks: [
      {
        title: { ko: '수집 주기나 SIM 바꾸기', en: 'Change interval or SIM' },
        words: { ko: '유심 교체, 전송 주기, 개통', en: 'replace SIM card, reporting interval, activate' },
        steps: [
          {
            ko: '값을 고치고 {device.reason}을(를) 입력한 뒤 저장합니다. 사유는 변경 이력에 남습니다.',
            en: 'Change the values, enter {device.reason} and save. The reason stays in the change history.',
          },
          { ko: '등록 해제된 단말기는 잠겨 있어 고칠 수 없습니다.', en: 'An unregistered device is locked.' },
        ],
      },
    ],
  },

  '/model': {
    purpose: {
      ko: '차량 모델을 관리합니다. 모델은 전복 한계각, 원격 제어, 소모품 주기의 기준이 됩니다.',
      en: 'The models of vehicles. A model defines roll-over thresholds, remote control and the cycles of consumables.',
    },
    tasks: [
      {
        title: { ko: '모델 등록하기', en: 'Register a model' },
        words: { ko: '신차종, 모델 추가, 새 기종', en: 'new type, add a model' },
        steps: [
          {
            ko: '{model.new}을(를) 누릅니다. 비슷한 모델이 있으면 그 모델을 열고 {model.copy}을(를) 누르는 편이 빠릅니다.',
            en: 'Press {model.new}. If there is a similar one, open it and press {model.copy}.',
          },
        ],
      },
    ],
  },

  '/modelDetail/$number': {
    purpose: {
      ko: '모델 하나의 제원, 한계각, 소모품 세트, 단말기 설정 전송 상태와 변경 이력을 봅니다.',
      en: 'Data, thresholds, consumables, delivery of the device configuration and history of one model.',
    },
    tasks: [
      {
        title: { ko: '설정 전송 확인하기', en: 'Follow the delivery of the configuration' },
        words: { ko: '한계각 전송, 단말기 적용 현황', en: 'thresholds sent, devices confirmed' },
        steps: [
          {
            ko: '{model.delivery}에서 몇 대에 보냈고 몇 대가 확인했는지 봅니다.',
            en: '{model.delivery} counts the devices to which it was sent and those that confirmed.',
          },
        ],
      },
      {
        title: { ko: '복사하여 새 모델 만들기', en: 'Copy as a new model' },
        words: { ko: '모델 복제, 비슷한 모델', en: 'duplicate a model, similar model' },
        steps: [
          { ko: '{model.copy}을(를) 누르고 모델명을 새로 입력합니다.', en: 'Press {model.copy} and enter a new name.' },
        ],
      },
    ],
  },

  '/modelRegi/$number': {
    purpose: {
      ko: '새 모델을 등록합니다. 입력한 내용은 저장할 때까지 이 브라우저에 보관됩니다.',
      en: 'Register a new model. Your input is kept in this browser until you save.',
    },
    tasks: [
      {
        title: { ko: '제원과 한계각 입력하기', en: 'Enter data and thresholds' },
        words: { ko: '전복 각도, 기울기 한계, 모델 제원', en: 'roll-over angle, tilt limit, model data' },
        steps: [
          {
            ko: '모델명, {model.field.type}, {model.field.machine}, {model.field.releaseYear}, {model.field.horsepower}을(를) 입력합니다.',
            en: 'Enter the name, {model.field.type}, {model.field.machine}, {model.field.releaseYear} and {model.field.horsepower}.',
          },
          {
            ko: '{model.rollover}은(는) 단말기 유형마다 롤, 피치, 요 세 값입니다. 이 각도를 넘으면 전복으로 판단해 SOS가 발생합니다.',
            en: '{model.rollover} are three values for each device type. Beyond these angles a vehicle counts as rolled over and an SOS is raised.',
          },
        ],
      },
      {
        title: { ko: '소모품 세트 만들기', en: 'Set up the consumables' },
        words: { ko: '교체 주기, 정비 주기, 오일 교환 시기', en: 'service interval, oil change, maintenance plan' },
        steps: [
          {
            ko: '{model.item.add}을(를) 누르고 항목명, 정비 구분, {model.item.initialHours}, {model.item.cycleHours}을(를) 입력합니다.',
            en: 'Press {model.item.add} and enter name, maintenance, {model.item.initialHours} and {model.item.cycleHours}.',
          },
          {
            ko: '{model.item.cycleDays}을(를) 비우면 시간으로만 계산합니다.',
            en: 'Leave {model.item.cycleDays} empty to count hours only.',
          },
          { ko: '순서는 행에서 [Alt]와 [↑] [↓]로 바꿉니다.', en: 'Change the order with [Alt] and [↑] [↓] in a row.' },
        ],
      },
    ],
  },

  '/modelModi/$number': {
    purpose: {
      ko: '모델을 고칩니다. 주기를 바꾸면 이 모델의 모든 차량에, 한계각과 원격 제어를 바꾸면 단말기에 적용됩니다.',
      en: 'Change a model. Changed cycles apply to all its vehicles; thresholds and remote control are sent to the devices.',
    },
    tasks: [
      {
        title: { ko: '소모품 주기 바꾸기', en: 'Change the cycles of consumables' },
        words: { ko: '교체 주기 변경, 오일 주기', en: 'service interval, oil change interval' },
        steps: [
          {
            ko: '주기를 고치고 저장하면 몇 대가 {cycleState.imminent} 또는 {cycleState.exceeded}이(가) 되는지 먼저 보여 줍니다.',
            en: 'After saving, a preview counts how many become {cycleState.imminent} or {cycleState.exceeded}.',
          },
          {
            ko: '확인하면 진행 중인 주기는 시작점을 그대로 두고 다시 계산됩니다.',
            en: 'On confirmation active cycles are recalculated and keep their start.',
          },
          {
            ko: '이력이 있는 항목을 빼면 주기는 끝나고 이력은 남습니다.',
            en: 'If an item with history is removed, its cycle ends; its history is kept.',
          },
        ],
      },
    ],
  },
} satisfies HelpFile;
